import os
import signal

from hypothesis import HealthCheck, settings

pytest_plugins = ["support.process_guard"]

# The matrices here are small: threads of their library would wait for each other, busily.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# The same examples in every run, so that a failure anywhere can be repeated anywhere.
# OUTFLANK_FUZZ=1000 tries that many new, random examples of each property instead, and
# --hypothesis-profile=quick less than half of the usual ones, as `make check` does.
settings.register_profile(
    "repeatable",
    derandomize=True,
    deadline=None,
    max_examples=50,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("quick", settings.get_profile("repeatable"), max_examples=20)
settings.register_profile(
    "fuzz",
    max_examples=int(os.environ.get("OUTFLANK_FUZZ", "100")),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("fuzz" if "OUTFLANK_FUZZ" in os.environ else "repeatable")

# A shell starts `nohup make test &` with Ctrl-C ignored, and what is ignored stays so in every
# process that is started from there. What has a handler begins with the default again.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
