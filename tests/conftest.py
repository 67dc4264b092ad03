import os

from hypothesis import HealthCheck, settings

# The same examples in every run, so that a failure anywhere can be repeated anywhere.
# OUTFLANK_FUZZ=1000 tries that many new, random examples of each property instead.
settings.register_profile(
    "repeatable",
    derandomize=True,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(
    "fuzz",
    max_examples=int(os.environ.get("OUTFLANK_FUZZ", "100")),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("fuzz" if "OUTFLANK_FUZZ" in os.environ else "repeatable")
