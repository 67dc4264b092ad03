import io

from outflank.protocols.stream import LONGEST_LINE, read_lines


def test_lines_end_in_any_way_and_may_be_broken() -> None:
    stream = io.BytesIO(b"name\r\n\n\xff\xfe\nquit")
    assert list(read_lines(stream)) == ["name", "", "\ufffd\ufffd", "quit"]


def test_a_line_without_end_is_skipped() -> None:
    stream = io.BytesIO(b"x" * (3 * LONGEST_LINE) + b"\nname\n" + b"y" * (LONGEST_LINE + 1))
    assert list(read_lines(stream)) == [None, "name", None]
