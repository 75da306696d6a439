#!/usr/bin/env python3
"""A ticket machine that says a few things in the language in force, at the start and after each change.

    kiosk.py [STATION]

Needs the package `varlink` (pip install varlink). Texts are looked up by the daemon, one call each; programs with many
texts map the catalogs that each state names, as the Swift library does.
"""

import os
import sys

import varlink

ADDRESS = os.environ.get("LOCD_ADDRESS", "/run/locd/org.locd")


def argument(value, name=None, kind="text"):
    return {"name": name, "value": value, "kind": kind}


def show(catalog, language, station):
    """Prints everything this machine shows, in the language in force."""
    messages = [
        ("title", []),
        ("welcome", [argument(station, name="station")]),
        ("departure", [argument("Delhi"), argument("3", kind="integer"), argument("17:40")]),
        ("thanks", []),
    ]
    for key, arguments in messages:
        text = catalog.Lookup(domain="kiosk", key=key, arguments=arguments)["text"]
        print(f"[python] {language} → {text}", flush=True)


def main():
    station = sys.argv[1] if len(sys.argv) > 1 else "Agra"
    with varlink.Client.new_with_address(f"unix:{ADDRESS}") as client:
        # A subscription holds its connection, so texts are asked for on another one.
        with client.open("org.locd.Locale") as locale, client.open("org.locd.Catalog") as catalog:
            for event in locale.Subscribe(_more=True):
                state = event["state"]
                # An event without a state only says that the daemon is alive.
                if state is not None:
                    show(catalog, state["languages"][0], station)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        pass
    except (ConnectionError, varlink.error.VarlinkError) as error:
        sys.exit(f"kiosk.py: {error}")
