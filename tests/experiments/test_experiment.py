"""The files of experiments: those that come with Outflank, and what is refused."""

from pathlib import Path

import pytest

from outflank.agents import agent
from outflank.agents.spec import AgentSpec
from outflank.engine.evals import load_evaluation
from outflank.errors import FileError, SettingsError
from outflank.experiments.experiment import LIMITS, OURS
from outflank.experiments.reading import experiment_names, load_experiment
from outflank.experiments.run import player_specs
from support.tiny_experiment import TINY, read

NAMES = (
    "champion-alone",
    "champion-design",
    "champion-heuristics",
    "champion-mcts",
    "champion-memory",
    "champion-midgame",
    "champion-stability",
    "champion-sweep",
    "champion-weights",
    "depth-and-breadth",
    "determinism",
    "kandlikar-boards",
    "kandlikar-search",
    "kandlikar-terms",
    "parity-ramp",
    "reports-cup",
    "sommer-combined",
    "sommer-round-robin",
    "sommer-start",
    "wishes",
)


# What comes with Outflank


def test_the_experiments_of_the_reports_are_there() -> None:
    assert experiment_names() == NAMES


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("quick", [False, True])
def test_every_player_can_play_on_every_size(name: str, quick: bool, tmp_path: Path) -> None:
    chosen = load_experiment(name, quick=quick)
    specs = player_specs(chosen, tmp_path)
    for part in chosen.parts:
        settings = part.settings(specs)
        for spec in settings.players:
            with agent(settings.conditions.limited(AgentSpec.parse(spec))) as player:
                evaluation = player.evaluation
                for size in part.sizes:
                    if evaluation is not None:
                        load_evaluation(evaluation, size)
    assert {player for part in chosen.parts for player in part.players} == set(chosen.players)


def test_our_matches_have_equal_nodes_unless_time_or_depth_is_the_point() -> None:
    other = {
        name: {
            limit
            for part in load_experiment(name).parts
            for limit in LIMITS
            if part.conditions == OURS and getattr(part, limit) is not None
        }
        for name in NAMES
    }
    assert {name for name, limits in other.items() if "seconds" in limits} == {
        "champion-design",
        "champion-heuristics",
        "champion-mcts",
        "champion-stability",
        "kandlikar-search",
    }
    assert {name for name, limits in other.items() if "depth" in limits} == {
        "sommer-combined",
        "sommer-round-robin",
        "sommer-start",
    }


def test_what_a_report_tried_is_tried_under_its_conditions_too() -> None:
    """By what is claimed and whose it is, in whichever experiment.

    The combinations of champion-sweep are our answer to a wish; the pairs that its report did try
    are in champion-stability and champion-weights.
    """
    found: dict[tuple[str, str], set[str]] = {}
    for chosen in map(load_experiment, sorted(set(NAMES) - {"champion-sweep"})):
        for claim in chosen.claims:
            key = (claim.report or chosen.report, claim.says.split(",")[0])
            found.setdefault(key, set()).add(chosen.part(claim.part).conditions)
    only_ours = {says for (_, says), conditions in found.items() if conditions == {OURS}}
    assert only_ours == {
        # wishes, which the reports did not try
        "Square weights by phase help",
        "The seven weights",
        "Preferring C squares to X squares helps",
        "Counting edges helps",
        "Stability classes help",
        "All wishes with learned weights beat kandlikar-parry",
        "All wishes with learned weights beat champion-gin",
        "A working alpha-beta beats minimax",
        "A maximum of 0.1 is of no use",
        "A maximum of 0.2 is of no use",
        "A larger maximum",
        # our own questions
        "Alpha-beta to a fixed depth beats MCTS",
        "sommer beats the other final agents together",
        "improved beats all others together",
    }


@pytest.mark.parametrize("name", NAMES)
def test_the_parts_of_a_chart_have_names_of_their_own(name: str) -> None:
    """Of two with one name, one would be missing in the picture."""
    chosen = load_experiment(name)
    for chart in chosen.charts:
        shorts = [chosen.part(part).label for part in chart.parts]
        assert len(set(shorts)) == len(shorts), chart.title


def test_names_are_suggested() -> None:
    with pytest.raises(SettingsError, match="did you mean 'champion-weights'"):
        load_experiment("champion-wieghts")


# What is refused


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('title = "Tiny"', 'title = "Tiny', "tiny.toml:2: Illegal character"),
        ('title = "Tiny"', "title = 3", "tiny.toml:2: title must be text in quotes, not 3"),
        ('question = "Does corners beat random?"', "", "tiny.toml:1: question is missing"),
        ('report = "nobody"', 'raport = "nobody"', "tiny.toml:1: report is missing"),
        ("seed = 1\nnodes", "sed = 1\nnodes", "tiny.toml:20: part 1, seed is missing"),
        (
            "nodes = 50",
            "nodes = 50\nmore = 1",
            "tiny.toml:28: unknown key 'more'",
        ),
        ("nodes = 50", "nodes = 50\ndepth = 2", "part 1, depth one of nodes, depth, seconds"),
        ("nodes = 50", "nodes = 0", "part 1, nodes must be a whole number above zero, not 0"),
        ("games = 8", "games = 7", "part 1, name one: every opening is played twice"),
        ("sizes = [4, 6]\ngames = 8", "sizes = [5]\ngames = 8", "no boards of size 5"),
        ('name = "all"', 'name = "one"', "part has 'one' twice"),
        ('name = "all"', 'name = "All!"', "part 2, name names a file"),
        ("{alone}", "{alnoe}", "players, alone needs evaluations.alnoe, which is missing"),
        ('of = "hybrid4"', 'of = "hybrid5"', "evaluations, alone, of names 'hybrid5'"),
        ('players = ["alone", "random"]', 'players = ["alone", "radnom"]', "did you mean 'random'"),
        ('parts = ["one"]\nsizes', 'parts = ["two"]\nsizes', "claim 1, parts names 'two'"),
        ("sizes = [4, 6]\nfirst", "sizes = [8]\nfirst", "claim 1, sizes has 8, which one does"),
        ('second = "random"', 'second = "third"', "claim 1, second names 'third'"),
        ('second = "random"', 'second = "alone"', "whom alone does not meet in one"),
        ('expect = "better"', 'expect = "share"', "claim 1, share is missing"),
        ('expect = "better"', 'expect = "share"\nshare = [0.7, 0.6]', "the lower one first"),
        ('expect = "better"', 'expect = "beter"', "did you mean 'better'"),
        ("nodes = 50", 'nodes = 50\nconditions = "theirs"', "conditions names 'theirs'"),
        (
            "nodes = 50",
            'nodes = 50\nconditions = "the report\'s"',
            "conditions of a report begin at the start position",
        ),
        (
            "[[discs]]",
            '[[conclusion]]\ntext = "It wins."\nword = "wins"\n\n[[discs]]',
            "conclusion 1, word names 'wins'",
        ),
        (
            "[[discs]]",
            '[[conclusion]]\ntext = "It wins."\nword = "better"\n\n[[discs]]',
            "conclusion 1, claims is missing",
        ),
        (
            "[[discs]]",
            '[[conclusion]]\ntext = "It wins."\nclaims = ["It is better"]\n\n[[discs]]',
            "conclusion 1, word is missing",
        ),
        (
            "[[discs]]",
            '[[conclusion]]\ntext = "It wins."\nword = "better"\nclaims = ["It is"]\n\n[[discs]]',
            "conclusion 1, claims names 'It is', which is not there",
        ),
        (
            "[[discs]]",
            '[[grid]]\ntitle = "G"\nparts = ["one"]\nfigures.alone.third = "1-2"\n\n[[discs]]',
            "grid 1, figures, alone has a game against third, not played in one",
        ),
        ('by = "size"', 'by = "sizes"', "chart 1, by names 'sizes'"),
        ('alone = "100-0"', 'third = "100-0"', "discs 1, figures names 'third'"),
        (
            "[quick]\ngames = 2",
            "[quick]\ngmaes = 2",
            "tiny.toml:17: unknown key 'gmaes'; did you mean 'games'",
        ),
        ("[quick]", "[[measure]]\n[quick]", "measure must be text"),
        (
            'says = "It does."',
            'says = "It does."\nmeasure = "determinism"',
            "values, sizes is miss",
        ),
        (
            'says = "It does."',
            'says = "It does."\nfigures = { opponent = "greedy" }',
            "tiny.toml:6: unknown key 'opponent'",
        ),
    ],
)
def test_mistakes_are_told_with_the_file_and_the_key(
    old: str, new: str, message: str, tmp_path: Path
) -> None:
    assert old in TINY
    with pytest.raises(FileError, match=message):
        read(tmp_path, TINY.replace(old, new, 1))
