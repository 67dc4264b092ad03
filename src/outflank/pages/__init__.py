"""Generated HTML: the arena's report with its replay, and the review of games.

Every page is one file that needs no network. The texts are in `templates`, styles and scripts in
`assets`; Python hands them plain values.
"""
