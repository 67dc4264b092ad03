"""Numbers about a server in the text format of Prometheus."""

import sys
import time
from pathlib import Path

from outflank.web.hub import Hub


def metrics_text(hub: Hub) -> str:
    gauges = {
        "connections": hub.gate.count,
        "searches_running": hub.scheduler.running,
        "searches_waiting": hub.scheduler.waiting,
        "engines": hub.pool.count,
        "uptime_seconds": round(time.monotonic() - hub.begun, 3),
        "resident_bytes": resident_bytes(),
    }
    lines = []
    for name, value in gauges.items():
        lines += [f"# TYPE outflank_{name} gauge", f"outflank_{name} {value}"]
    searches = "outflank_searches_total"
    lines += [f"# TYPE {searches} counter", f"{searches} {hub.scheduler.done}"]
    for kind, label in (("message", "type"), ("error", "code")):
        lines.append(f"# TYPE outflank_{kind}s_total counter")
        for key, count in sorted(hub.counts.items()):
            what, _, name = key.partition(" ")
            if what == kind:
                lines.append(f'outflank_{kind}s_total{{{label}="{name}"}} {count}')
    return "\n".join(lines) + "\n"


def resident_bytes() -> int:
    """Memory of this process; its largest so far where the present one cannot be known."""
    if sys.platform == "win32":
        return 0
    import resource

    statm = Path("/proc/self/statm")
    if statm.exists():
        return int(statm.read_text().split()[1]) * resource.getpagesize()
    largest = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return largest if sys.platform == "darwin" else largest * 1024
