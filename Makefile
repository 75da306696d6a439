# The ways into this repository. Each target installs what it needs (as root) or says what is missing.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := build
MAKEFLAGS += --no-print-directory

# Release programs need no Swift runtime on the machine they run on, and carry no symbols.
RELEASE := -c release --static-swift-stdlib -Xlinker -s

.PHONY: help setup build install run test bench lint format docs clean

help: ## Say what there is
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 16

setup: ## Install all that building and testing need
	@scripts/setup
	@scripts/setup-interop
	@scripts/setup-container

build: ## Build locd and locctl into .build/release
	@scripts/setup build
	@swift build $(RELEASE) --product locd
	@swift build $(RELEASE) --product locctl

install: ## Put what was built at its place: DESTDIR=, PREFIX=/usr, PROGRAMS=.build/release
	@DESTDIR="$(DESTDIR)" PREFIX="$(PREFIX)" PROGRAMS="$(PROGRAMS)" scripts/install

run: build ## Build, then show the daemon with three example programs until Ctrl-C
	@swift build $(RELEASE) --product kiosk
	@exec Examples/kiosk/demo

test: ## Run all tests: parsers under AddressSanitizer, then everything
	@scripts/setup
	@scripts/setup-interop
	@scripts/setup-container
	@scripts/test

bench: ## Compare with D-Bus and gettext; fails past a limit
	@scripts/setup
	@Benchmarks/run

lint: ## Check format, imports and source rules
	@scripts/setup
	@scripts/lint

format: ## Rewrite the Swift sources in the format lint asks for
	@swift format format --in-place --parallel --recursive Package.swift Sources Tests Examples Benchmarks

docs: build ## Write the library's reference into .build/docs, and the manual into .build/man
	@scripts/man .build/man
	@scripts/docs

clean: ## Remove all that was built
	@rm -rf .build
