"""What a server is told when it starts, and the limits that it keeps."""

import ipaddress
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from outflank.engine.level import MAX_LEVEL
from outflank.errors import SettingsError

PROTOCOL = "outflank.1"
"""The subprotocol of the WebSocket."""
DEFAULT_HOST, DEFAULT_PORT = "127.0.0.1", 8424
STATIC = Path(__file__).with_name("static")
"""The page."""
MIN_TOKEN = 16
"""Characters of a token: a shorter one could be guessed."""


@dataclass(frozen=True, slots=True)
class Limits:
    level: int = MAX_LEVEL
    seconds: float | None = None
    """Of one search; None: as long as the client likes."""
    nodes: int | None = None
    """Of one search of a player."""
    frame_bytes: int = 64 * 2**10
    body_bytes: int = 64 * 2**10
    """Of a request that holds no games."""
    import_bytes: int = 2 * 2**20
    messages_a_second: float = 20.0
    burst: int = 60
    warnings: int = 3
    """So many times a connection hears `too-many`; the last time it is closed."""
    connections: int = 300
    connections_an_address: int = 16
    waiting: int = 600
    """Searches that wait for a worker."""


PUBLIC = Limits(level=24, seconds=60.0, nodes=10_000_000)
"""For a server that others can reach."""


@dataclass(frozen=True)
class ServerSettings:
    host: str = DEFAULT_HOST
    port: int = DEFAULT_PORT
    token: str | None = None
    host_names: tuple[str, ...] = ()
    """Other names under which it is reached."""
    origins: tuple[str, ...] = ()
    """Where pages come from that may ask, if a proxy stands before the server."""
    agents: tuple[str, ...] = ()
    """Specs of players that the page may ask for beside those with names."""
    metrics: bool = False
    static: Path = STATIC
    library: Path | None = None
    """The file of the library; None for that of the user."""
    limits: Limits = field(default_factory=Limits)

    def __post_init__(self) -> None:
        if self.token is not None and len(self.token) < MIN_TOKEN:
            raise SettingsError(
                f"a token has at least {MIN_TOKEN} characters, so that none guess it"
            )
        if self.token is not None and not (self.token.isascii() and self.token.isprintable()):
            raise SettingsError("a token is made of letters, digits and signs of ASCII")
        if not self.is_loopback and self.token is None:
            raise SettingsError(f"a server on {self.host} needs a token")
        for origin in self.origins:
            scheme, _, rest = origin.partition("://")
            if scheme not in ("http", "https") or not rest or "/" in rest:
                raise SettingsError(f"an origin is like https://othello.example, not {origin!r}")
        if self.is_public and self.limits == Limits():
            object.__setattr__(self, "limits", PUBLIC)

    @cached_property
    def is_loopback(self) -> bool:
        return self.host == "localhost" or is_loopback(self.host)

    @property
    def is_public(self) -> bool:
        """Whether others reach it, by themselves or through a proxy."""
        return not self.is_loopback or bool(self.host_names or self.origins)

    @property
    def is_trusting(self) -> bool:
        """Whether those who reach it may write: only the user, or only who has the token."""
        return not self.is_public or self.token is not None

    @cached_property
    def known_hosts(self) -> frozenset[str]:
        """What the `Host` of a request may be, without the port."""
        own = f"[{self.host}]" if ":" in self.host else self.host
        local = ("localhost", "127.0.0.1", "[::1]")
        return frozenset(name.lower() for name in (*local, own, *self.host_names))

    @cached_property
    def listens_everywhere(self) -> bool:
        return self.host in ("0.0.0.0", "::")


def is_loopback(text: str) -> bool:
    address = ip_address(text)
    return address is not None and address.is_loopback


def ip_address(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """The address that a text is, if it is one."""
    try:
        return ipaddress.ip_address(text)
    except ValueError:
        return None
