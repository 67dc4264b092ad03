"""Tasks on the machines of a Dask cluster."""

import asyncio
import contextlib
import hashlib
import importlib
import logging
import socket
import sys
import warnings
from collections.abc import Callable
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from typing import Any, TypeVar
from urllib.parse import urlsplit

from outflank._version import __version__
from outflank.errors import EngineError, MissingExtraError, SettingsError
from outflank.executor.base import Executor, carry_out

T = TypeVar("T")

CONNECT_SECONDS = 5.0
LARGE_BYTES = 64 * 1024
"""An argument of so many bytes goes to a cluster once, however many tasks take it."""
# Loggers to which distributed gives a level of their own.
_LOGGERS = ("distributed", "distributed.client", "distributed.gc", "tornado.application")


class Cluster(Executor):
    """The workers of a Dask cluster, which may come and go."""

    elsewhere = True

    def __init__(self, address: str) -> None:
        self._address = address
        self._distributed = _import_distributed()
        self._client = _connect(self._distributed, address)
        self._sent: dict[str, Any] = {}
        self._running: dict[Future[Any], Any] = {}
        self._closing = False
        try:
            self._check_machines()
        except BaseException:
            self.close()
            raise

    @property
    def slots(self) -> int:
        """The threads of all workers there are now; one if a worker must join first."""
        self._check_connection()
        try:
            threads: dict[str, int] = self._client.nthreads()
        except OSError:
            raise self._lost() from None
        return max(1, sum(threads.values()))

    def submit(self, function: Callable[..., T], *args: object) -> Future[T]:
        self._check_connection()
        sent = [self._once(arg) if isinstance(arg, bytes) else arg for arg in args]
        remote = self._client.submit(_work_for_client, __version__, function, *sent, pure=False)
        future: Future[T] = Future()
        self._running[future] = remote
        future.add_done_callback(self._forget)
        self._client.loop.add_callback(self._follow, future, remote)
        return future

    def close(self) -> None:
        self._closing = True
        for future in list(self._running):
            future.cancel()
        # A scheduler drops the tasks of a client that leaves, and tells the workers.
        with contextlib.suppress(OSError):
            self._client.close(timeout=CONNECT_SECONDS)

    def _once(self, data: bytes) -> Any:
        """What tasks take in the place of a large argument.

        It is the value of a task of its own, and not scattered: the scheduler can send it again
        when the worker that had it is gone.
        """
        if len(data) < LARGE_BYTES:
            return data
        key = f"outflank-{hashlib.sha256(data).hexdigest()}"
        if key not in self._sent:
            self._sent[key] = self._client.submit(bytes, data, key=key)
        return self._sent[key]

    async def _follow(self, future: Future[T], remote: Any) -> None:
        try:
            value = await remote
        except Exception as error:
            if future.set_running_or_notify_cancel():
                future.set_exception(self._explained(error))
        else:
            if future.set_running_or_notify_cancel():
                future.set_result(value)

    def _forget(self, future: Future[Any]) -> None:
        remote = self._running.pop(future)
        if future.cancelled() and not self._closing and self._client.status == "running":
            remote.cancel()

    def _explained(self, error: Exception) -> Exception:
        if isinstance(error, self._distributed.KilledWorker):
            return EngineError(
                f"workers of {self._address} ended unexpectedly "
                f"{error.allowed_failures + 1} times during the same task; "
                "have they enough memory?"
            )
        if isinstance(error, CancelledError | self._distributed.comm.CommClosedError):
            return self._lost()
        if isinstance(error, ImportError):
            return EngineError(f"a worker of {self._address} lacks something: {error}")
        return error

    def _lost(self) -> EngineError:
        return EngineError(f"the scheduler at {self._address} does not answer any more")

    def _check_connection(self) -> None:
        if self._client.status != "running":
            raise self._lost()

    def _check_machines(self) -> None:
        try:
            self._client.wait_for_workers(1, timeout=CONNECT_SECONDS)
            scheduler = self._client.run_on_scheduler(_version)
            workers = self._client.run(_version, on_error="return")
        except ImportError as error:
            raise EngineError(f"the scheduler cannot run Outflank: {error}") from None
        except TimeoutError:
            raise EngineError(
                f"the cluster has no workers; start one with: dask worker {self._address}"
            ) from None
        except OSError:
            raise self._lost() from None
        _check_version("the scheduler", scheduler, __version__)
        for worker, version in workers.items():
            if isinstance(version, OSError):
                continue  # it has just left
            if isinstance(version, Exception):
                raise EngineError(f"the worker {worker} cannot run Outflank: {version}")
            _check_version(f"the worker {worker}", version, __version__)


def _import_distributed() -> Any:
    others_use_it = "distributed" in sys.modules
    try:
        distributed: Any = importlib.import_module("distributed")
    except ImportError:
        raise MissingExtraError("a cluster needs distributed") from None
    if not others_use_it:
        # It writes to the terminal as it is imported; errors that matter are raised.
        for name in _LOGGERS:
            logging.getLogger(name).setLevel(logging.CRITICAL)
    return distributed


def _host_and_port(address: str) -> tuple[str, int]:
    with contextlib.suppress(ValueError):
        parts = urlsplit(address)
        bare = f"{parts.scheme}://{parts.netloc}" == address
        if bare and parts.scheme in {"tcp", "tls"} and parts.hostname and parts.port:
            return parts.hostname, parts.port
    raise SettingsError(f"a cluster is given like tcp://host:8786, not {address!r}")


def _connect(distributed: Any, address: str) -> Any:
    host, port = _host_and_port(address)
    try:
        # Dask tries again and again for some seconds; a refusal is known at once.
        socket.create_connection((host, port), CONNECT_SECONDS).close()
        with ThreadPoolExecutor(1) as thread:  # of its own: this one may run a loop already
            thread.submit(asyncio.run, _find_scheduler(distributed, address)).result()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # other versions of Dask or numpy are no error
            return distributed.Client(
                address, timeout=CONNECT_SECONDS, set_as_default=False, direct_to_workers=False
            )
    except OSError as error:
        reason = error.strerror or ("no answer" if isinstance(error, TimeoutError) else error)
        raise EngineError(f"there is no Dask scheduler at {address}: {reason}") from None


async def _find_scheduler(distributed: Any, address: str) -> None:
    """Asks who is there: a client would wait for ever for a server of another kind."""
    security = distributed.Security().get_connection_args("client")
    server = distributed.rpc(address, timeout=CONNECT_SECONDS, connection_args=security)
    try:
        identity = await asyncio.wait_for(server.identity(), CONNECT_SECONDS)
        is_scheduler = identity["type"] == "Scheduler"
    except TimeoutError:
        raise
    except Exception:
        is_scheduler = False
    finally:
        await server.close_rpc()
    if not is_scheduler:
        raise OSError("something else answers")


def _version() -> str:
    return __version__


def _check_version(who: str, there: str, here: str) -> None:
    if there != here:
        raise EngineError(
            f"{who} has Outflank {there}, and this is {here}: install the same version everywhere"
        )


def _work_for_client(version: str, function: Callable[..., T], *args: object) -> T:
    # This worker may have joined after the run began.
    _check_version("a worker", __version__, version)
    return carry_out(function, args)
