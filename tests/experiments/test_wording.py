"""What sentences of conclusions may say."""

import pytest

from outflank.experiments.wording import WORDS, fault


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("Corners beat mobility.", "better"),
        ("Mobility loses to stability at every depth.", "worse"),
        ("The two are equal on 8x8.", "equal"),
        ("With equal nodes 12x12 is undecided.", "undecided"),
        ("The README's share against random holds.", "holds"),
        ("Both predictions fail at equal nodes.", "fails"),
        ("The report does not give its depth.", ""),
        ("With equal time there are fewer nodes.", ""),
    ],
)
def test_sentences_that_are_fine(text: str, word: str) -> None:
    assert fault(text, word) is None


@pytest.mark.parametrize(
    ("text", "word", "message"),
    [
        ("Corners beat mobility.", "", "says 'beat', but rests on no claim"),
        ("Sommer's first place is right.", "", "says 'first', but rests on no claim"),
        ("Stability came last because of its cost.", "", "says 'last', but rests on no claim"),
        ("Corners beat mobility.", "worse", "does not say 'worse'"),
        ("Corners are better here and worse there.", "better", "says 'worse', and its word"),
        ("Corners are not better.", "better", "has 'not'"),
        ("Corners are no better.", "better", "has 'no'"),
        ("Corners win 60 % of the points.", "better", "has '%'"),
        ("Corners are 40 Elo better.", "better", "has 'Elo'"),
        ("Corners gain a point.", "better", "has 'point'"),
    ],
)
def test_sentences_that_are_refused(text: str, word: str, message: str) -> None:
    found = fault(text, word)
    assert found is not None
    assert found.startswith(message)


def test_every_word_says_itself() -> None:
    for word in WORDS:
        assert fault(f"It: {word}.", word) is None
        assert fault(f"It: {word}.", "") is not None
