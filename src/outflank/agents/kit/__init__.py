"""What the course kit gives its agents: the modules `agents.agent`, `store` and `helpers`.

Course-kit agents import these by the kit's own names. `host_child.py` makes the names lead here, in
the process that runs such an agent and nowhere else.
"""
