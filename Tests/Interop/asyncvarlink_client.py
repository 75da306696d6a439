"""Uses locd with Python's `asyncvarlink`, whose types are declared here instead of read from the service.

    asyncvarlink_client.py ADDRESS get [DOMAIN…]
    asyncvarlink_client.py ADDRESS subscribe COUNT [DOMAIN…]
    asyncvarlink_client.py ADDRESS set SCOPE TAG…
    asyncvarlink_client.py ADDRESS open DIGEST

Prints each reply as one line of JSON; `open` prints {"size": …, "sha256": …} of what the descriptor gives. An error is
{"error": …, "parameters": …}, with exit status 1.
"""

import asyncio
import collections.abc
import hashlib
import json
import os
import sys
import typing

from asyncvarlink import (
    FileDescriptor,
    VarlinkClientProtocol,
    VarlinkErrorReply,
    VarlinkInterface,
    connect_unix_varlink,
    varlinkmethod,
)


class CatalogFile(typing.TypedDict):
    language: str
    digest: str
    size: int
    path: str


class Chain(typing.TypedDict):
    domain: str
    catalogs: list[CatalogFile]


class Keyboard(typing.TypedDict):
    layout: str
    variant: str | None


class State(typing.TypedDict):
    generation: int
    scope: str
    requested: list[str]
    languages: list[str]
    region: str | None
    locale: str
    direction: typing.Literal["leftToRight", "rightToLeft"]
    keyboard: Keyboard | None
    environment: dict[str, str]
    dynamic: bool
    until: int | None
    reason: str
    domains: list[Chain]


class Setting(typing.TypedDict):
    scope: typing.Literal["system", "user", "application"]
    application: str | None
    languages: list[str]
    region: str | None
    runtime: bool
    until: int | None


class SetReply(typing.TypedDict):
    state: State
    requested: list[str]
    stored: list[str]
    inForce: str | None
    reason: str
    masks: list[Setting]


class OpenReply(typing.TypedDict):
    descriptor: FileDescriptor
    size: int


class Locale(VarlinkInterface, name="org.locd.Locale"):
    """What this script uses of org.locd.Locale; only the types of the methods count."""

    @varlinkmethod(return_parameter="state")
    def Get(self, *, domains: list[str] | None) -> State: ...

    @varlinkmethod(return_parameter="state")
    def Subscribe(self, *, domains: list[str] | None) -> collections.abc.Iterator[State | None]: ...

    @varlinkmethod
    def Set(self, *, languages: list[str], scope: str) -> SetReply: ...


class Catalog(VarlinkInterface, name="org.locd.Catalog"):
    """What this script uses of org.locd.Catalog."""

    @varlinkmethod
    def Open(self, *, digest: str) -> OpenReply: ...


def show(value):
    print(json.dumps(value, ensure_ascii=False), flush=True)


async def subscribe(locale, count, domains):
    number = 0
    async for state in locale.Subscribe(domains=domains):
        show(state)
        number += 1
        if number == count:
            return


async def open_catalog(catalog, digest):
    with await catalog.Open(digest=digest) as reply:
        content = os.pread(reply["descriptor"].fileno(), reply["size"] + 1, 0)
    show({"size": len(content), "sha256": hashlib.sha256(content).hexdigest()})


async def main(address, verb, *words):
    transport, protocol = await connect_unix_varlink(VarlinkClientProtocol, address)
    locale, catalog = protocol.make_proxy(Locale), protocol.make_proxy(Catalog)
    try:
        match verb:
            case "get":
                show(await locale.Get(domains=list(words)))
            case "subscribe":
                await subscribe(locale, int(words[0]), list(words[1:]))
            case "set":
                show(await locale.Set(scope=words[0], languages=list(words[1:])))
            case "open":
                await open_catalog(catalog, words[0])
            case _:
                sys.exit(__doc__)
    except VarlinkErrorReply as error:
        show({"error": error.name, "parameters": error.paramstojson()})
        return 1
    finally:
        transport.close()
    return 0


sys.exit(asyncio.run(main(*sys.argv[1:])))
