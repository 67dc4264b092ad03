import pytest

from outflank.errors import SettingsError
from outflank.web.settings import PUBLIC, Limits, ServerSettings

TOKEN = "x" * 16


@pytest.mark.parametrize("host", ["127.0.0.1", "127.1.2.3", "::1", "localhost"])
def test_a_server_for_this_machine_alone_has_no_limits_and_no_token(host: str) -> None:
    settings = ServerSettings(host=host)
    assert settings.is_loopback
    assert not settings.is_public
    assert settings.is_trusting
    assert settings.limits == Limits()


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.7", "othello.example"])
def test_a_server_for_others_needs_a_token(host: str) -> None:
    with pytest.raises(SettingsError, match="needs a token"):
        ServerSettings(host=host)
    settings = ServerSettings(host=host, token=TOKEN)
    assert settings.is_public
    assert settings.is_trusting
    assert settings.limits == PUBLIC


def test_a_server_behind_a_proxy_is_for_others_although_it_listens_here() -> None:
    settings = ServerSettings(origins=("https://othello.example",))
    assert settings.limits == PUBLIC
    assert not settings.is_trusting


@pytest.mark.parametrize("token", ["", "short", "ö" * 20, "x" * 16 + "\n"])
def test_a_token_that_can_be_guessed_or_sent_by_nobody(token: str) -> None:
    with pytest.raises(SettingsError, match="token"):
        ServerSettings(token=token)


@pytest.mark.parametrize("origin", ["othello.example", "ftp://x", "https://", "https://a/b"])
def test_what_is_no_origin(origin: str) -> None:
    with pytest.raises(SettingsError, match="an origin is like"):
        ServerSettings(origins=(origin,))
