import asyncio
import json

import pytest

from outflank.web.gate import Bucket, Gate
from outflank.web.outbox import MAX_WAITING, Outbox
from outflank.web.refusal import RefusalError
from outflank.web.settings import Limits


def test_a_burst_and_then_a_steady_rate() -> None:
    now = [100.0]
    bucket = Bucket(20.0, 60, lambda: now[0])
    assert [bucket.take() for _ in range(60)] == [0.0] * 60
    assert bucket.take() == pytest.approx(0.05)
    now[0] += 0.125
    assert [bucket.take() > 0 for _ in range(3)] == [False, False, True]
    now[0] += 1000
    assert [bucket.take() for _ in range(60)] == [0.0] * 60
    assert bucket.take() > 0


def test_connections_in_all() -> None:
    gate = Gate(Limits(connections=2))
    with gate.enter("10.0.0.1"), gate.enter("10.0.0.2"):
        assert gate.count == 2
        with pytest.raises(RefusalError, match="no place left"), gate.enter("10.0.0.3"):
            pass
    assert gate.count == 0
    with gate.enter("10.0.0.3"):
        pass


def test_connections_of_one_address() -> None:
    gate = Gate(Limits(connections_an_address=1))
    with gate.enter("10.0.0.1"), gate.enter("10.0.0.9"):
        with pytest.raises(RefusalError) as refused, gate.enter("10.0.0.1"):
            pass
        assert refused.value.code == "too-many"


def test_this_machine_may_have_many() -> None:
    gate = Gate(Limits(connections_an_address=1))
    with gate.enter("127.0.0.1"), gate.enter("127.0.0.1"), gate.enter("::1"):
        assert gate.count == 3


def sent_by(outbox: Outbox, seconds: float) -> list[dict[str, int]]:
    """What an outbox sends in so many seconds."""
    sent: list[dict[str, int]] = []

    async def send(text: str) -> None:
        sent.append(json.loads(text))

    async def listen() -> None:
        task = asyncio.create_task(outbox.write(send))
        await asyncio.sleep(seconds)
        task.cancel()

    asyncio.run(listen())
    return sent


def test_of_snapshots_only_the_newest_is_sent() -> None:
    outbox = Outbox()
    for number in range(100):
        outbox.offer("analyse", {"depth": number})
    outbox.offer("choose", {"thinking": 1})
    outbox.post({"answer": 1})
    outbox.post({"answer": 2})
    assert sent_by(outbox, 0.05) == [{"answer": 1}, {"answer": 2}, {"depth": 99}, {"thinking": 1}]


def test_a_snapshot_that_was_withdrawn_is_not_sent() -> None:
    outbox = Outbox()
    outbox.offer("analyse", {"depth": 1})
    outbox.withdraw("analyse")
    outbox.withdraw("analyse")
    assert sent_by(outbox, 0.02) == []


def test_a_slow_reader_holds_up_nothing_but_itself() -> None:
    outbox = Outbox()
    sent: list[str] = []

    async def listen() -> None:
        release = asyncio.Event()

        async def send(text: str) -> None:
            await release.wait()
            sent.append(text)

        task = asyncio.create_task(outbox.write(send))
        for number in range(1000):
            outbox.offer("analyse", {"depth": number})
            await asyncio.sleep(0)
        release.set()
        await asyncio.sleep(0.25)
        task.cancel()

    asyncio.run(listen())
    assert sent == ['{"depth":0}', '{"depth":999}']


def test_who_reads_nothing_is_noticed() -> None:
    outbox = Outbox()
    for _ in range(MAX_WAITING):
        assert not outbox.is_full
        outbox.post({})
    assert outbox.is_full
