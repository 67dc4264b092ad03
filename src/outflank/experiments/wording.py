"""The words of conclusions: which of them judge, and what a sentence may say.

A sentence that judges names the one word it uses, and the claims it rests on; whether their
intervals carry that word is checked with every run. A sentence that rests on no claim judges
nothing. Figures are not typed: they are put behind the sentence from the results.
"""

import re

WORDS = {
    "better": r"better|best|beats?|wins?|won|leads?|ahead|first|stronger|strongest|helps?|gains?"
    r"|improves?|outperforms?|worth",
    "worse": r"worse|worst|loses?|lost|behind|last|weaker|weakest|harms?|hurts?|costs?",
    "equal": r"equal(?! (?:nodes|time)\b)|alike|on a level",
    "undecided": r"undecided|cannot be told|open",
    "holds": r"holds?|right|true|confirm(?:s|ed)?|agrees?",
    "fails": r"fails?|wrong|false|refute[sd]?|contradict(?:s|ed)?",
}
"""By the word a conclusion can have: the expressions that say it."""
DENIALS = r"not|no|none|never|neither|nor|nothing|hardly|less|least"
TYPED = r"%|±|\bElo\b|\bpoints?\b"


def fault(text: str, word: str) -> str | None:
    """What is wrong with a sentence that has this word, or none at all; None if nothing is.

    >>> fault("Corners beat mobility.", "better")
    >>> fault("Corners beat mobility.", "")
    "says 'beat', but rests on no claim"
    """
    if typed := _found(text, TYPED):
        return f"has {typed!r}: figures are put behind it from the results"
    if not word:
        said = _found(text, "|".join(rf"\b(?:{one})\b" for one in WORDS.values()))
        return f"says {said!r}, but rests on no claim" if said else None
    if not _found(text, rf"\b(?:{WORDS[word]})\b"):
        return f"does not say {word!r}, in these or other words"
    others = "|".join(rf"\b(?:{one})\b" for name, one in WORDS.items() if name != word)
    if said := _found(text, others):
        return f"says {said!r}, and its word is {word!r}"
    if said := _found(text, rf"\b(?:{DENIALS})\b"):
        return f"has {said!r}: say what is the case, in a word of its own"
    return None


def _found(text: str, expression: str) -> str | None:
    match = re.search(expression, text, re.IGNORECASE)
    return match[0] if match else None
