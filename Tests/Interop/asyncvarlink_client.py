"""Uses locd with Python's `asyncvarlink`, whose types are declared here instead of read from the service.

    asyncvarlink_client.py ADDRESS call METHOD PARAMETERS [METHOD PARAMETERS…]
    asyncvarlink_client.py ADDRESS more COUNT METHOD PARAMETERS
    asyncvarlink_client.py ADDRESS open DIGEST
    asyncvarlink_client.py ADDRESS generation LANGUAGE

Prints each reply as one line of JSON; an error is {"error": …, "parameters": …}. Several calls are all sent before the
first reply is read. `open` maps the descriptor of a catalog and prints what it holds and whether it can still change;
`generation` maps the caller's generation word, sets the machine's language and prints the word before and after.
"""

import asyncio
import collections.abc
import fcntl
import hashlib
import json
import mmap
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
    inputMethod: str | None


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


class Language(typing.TypedDict):
    tag: str
    automatic: bool
    current: bool
    languageCode: str
    scriptCode: str | None
    countryCode: str | None
    name: str
    localizedName: str
    direction: typing.Literal["leftToRight", "rightToLeft"]
    bundled: bool
    downloaded: bool
    size: int
    completeness: float


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


class LookupReply(typing.TypedDict):
    text: str
    language: str


class Locale(VarlinkInterface, name="org.locd.Locale"):
    """What this script uses of org.locd.Locale; only the types of the methods count."""

    @varlinkmethod(return_parameter="state")
    def Get(self, *, domains: list[str] | None = None) -> State: ...

    @varlinkmethod(return_parameter="state")
    def Subscribe(self, *, domains: list[str] | None = None) -> collections.abc.Iterator[State | None]: ...

    @varlinkmethod
    def Set(self, *, languages: list[str], scope: str | None = None) -> SetReply: ...

    @varlinkmethod(return_parameter="language")
    def List(self, *, domain: str | None = None) -> collections.abc.Iterator[Language | None]: ...

    @varlinkmethod(return_parameter="language")
    def Describe(self, *, language: str) -> Language: ...

    @varlinkmethod(return_parameter="descriptor")
    def OpenGeneration(self) -> FileDescriptor: ...


class Catalog(VarlinkInterface, name="org.locd.Catalog"):
    """What this script uses of org.locd.Catalog."""

    @varlinkmethod
    def Open(self, *, digest: str) -> OpenReply: ...

    @varlinkmethod
    def Lookup(self, *, domain: str, key: str, language: str | None = None) -> LookupReply: ...


class Client:
    def __init__(self, protocol):
        self.locale = protocol.make_proxy(Locale)
        self.catalog = protocol.make_proxy(Catalog)

    def start(self, method, parameters):
        interface, _, name = method.rpartition(".")
        proxy = {Locale.name: self.locale, Catalog.name: self.catalog}[interface]
        return getattr(proxy, name)(**json.loads(parameters))

    async def call(self, *words):
        calls = [self.start(method, parameters) for method, parameters in zip(words[::2], words[1::2], strict=True)]
        for result in await asyncio.gather(*calls, return_exceptions=True):
            show(result)

    async def more(self, count, method, parameters):
        remaining = int(count)
        async for reply in self.start(method, parameters):
            show(reply)
            remaining -= 1
            if remaining == 0:
                return

    async def open(self, digest):
        with await self.catalog.Open(digest=digest) as reply:
            descriptor, size = reply["descriptor"].fileno(), reply["size"]
            with mmap.mmap(descriptor, 0, mmap.MAP_SHARED, mmap.PROT_READ) as mapping:
                seals = fcntl.fcntl(descriptor, fcntl.F_GET_SEALS)
                show({
                    "size": size,
                    "bytes": len(mapping),
                    "sha256": hashlib.sha256(mapping).hexdigest(),
                    "sealed": [
                        name for name in ("SEAL", "SHRINK", "GROW", "WRITE") if seals & getattr(fcntl, f"F_SEAL_{name}")
                    ],
                    "writable": is_writable(descriptor),
                })

    async def generation(self, language):
        with await self.locale.OpenGeneration() as reply:
            descriptor = reply["descriptor"].fileno()
            with mmap.mmap(descriptor, 8, mmap.MAP_SHARED, mmap.PROT_READ) as mapping:
                before = int.from_bytes(mapping[:8], "little")
                await self.locale.Set(languages=[language], scope="system")
                after = int.from_bytes(mapping[:8], "little")
            show({"before": before, "after": after, "writable": is_writable(descriptor)})


def is_writable(descriptor):
    """Whether what a descriptor refers to can be changed through it, or through a mapping of it."""
    try:
        mmap.mmap(descriptor, 0, mmap.MAP_SHARED, mmap.PROT_READ | mmap.PROT_WRITE).close()
        return True
    except PermissionError:
        pass
    try:
        os.pwrite(descriptor, b"\0", 0)
        return True
    except OSError:
        return False


def show(value):
    if isinstance(value, VarlinkErrorReply):
        value = {"error": value.name, "parameters": value.paramstojson()}
    elif isinstance(value, BaseException):
        raise value
    print(json.dumps(value, ensure_ascii=False), flush=True)


async def main(address, verb, *words):
    transport, protocol = await connect_unix_varlink(VarlinkClientProtocol, address)
    client = Client(protocol)
    verbs = {"call": client.call, "more": client.more, "open": client.open, "generation": client.generation}
    try:
        await verbs[verb](*words)
    except VarlinkErrorReply as error:
        show(error)
    finally:
        transport.close()


if len(sys.argv) < 4:
    sys.exit(__doc__)
asyncio.run(main(*sys.argv[1:]))
