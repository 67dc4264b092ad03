"""The page of a review: that it is whole, safe, and says the same numbers everywhere."""

import re
from dataclasses import replace
from html import unescape

from outflank import Color
from outflank.engine.profile import profile_of
from outflank.humanlike.surprise import RatingEstimate
from outflank.humanlike.surprise import percent as share
from outflank.pages.review import review_page
from support.pages import ASSETS, assert_safe, embedded, script_of
from support.people import cheap_people
from support.reviews import cheap_review

EVIL = '</script><script>alert(1)</script><!--"\u2028'


def test_board_graph_and_list_have_the_same_numbers() -> None:
    review = cheap_review()
    page = review_page([review], [None])
    game = embedded(page, "review-games")[0]
    bars = re.findall(
        r'<g class="bar" data-ply="(\d+)">.*?<title>[^<]*: ([+-]\d+)</title>', page, re.DOTALL
    )
    rows = re.findall(r'<tr data-ply="(\d+)"><th.*?</th>(.*?)</tr>', page, re.DOTALL)
    steps = game["moves"]
    assert isinstance(steps, list)
    assert len(bars) == len(rows) == len(steps) == len(review.moves)
    for move, bar, row, step in zip(review.moves, bars, rows, steps, strict=True):
        sign = 1 if move.color == Color.BLACK else -1
        assert (int(bar[0]), int(bar[1])) == (move.ply, sign * move.played)
        cells = re.findall(r"<td>(.*?)</td>", row[1])
        assert int(row[0]) == move.ply
        assert cells[1:3] == [f"{move.value:+d}", f"{move.played:+d}"]
        assert (step["value"], step["played"], step["mark"]) == (
            move.value,
            move.played,
            move.mark,
        )


def test_the_boards_are_those_of_the_game() -> None:
    review = cheap_review(6)
    boards = embedded(review_page([review], [None]), "review-games")[0]["boards"]
    positions = [*(move.position for move in review.moves), review.final_position]
    assert boards == [position.to_text()[:36] for position in positions]


def test_names_of_strangers_stay_text() -> None:
    review = replace(cheap_review(6), black=EVIL, tags={"event": EVIL})
    page = review_page([review], [None])
    page.encode()
    assert "<script>alert" not in page
    assert page.count("<script") == page.count("</script>") == 2
    assert "&lt;/script&gt;" in page


def test_several_games_and_their_profile() -> None:
    reviews = [cheap_review(), cheap_review(6)]
    page = review_page(reviews, [None, None], profile_of(reviews, EVIL))
    assert page.count('<details class="review"') == 2
    assert "Profile of" in page
    assert len(embedded(page, "review-games")) == 2
    assert "<script>alert" not in page
    assert "ating, by" not in page
    assert "tournament players" not in page


def test_people_have_a_column_and_words() -> None:
    review, people = cheap_review(), cheap_people()
    page = review_page([review], [people])
    rows = re.findall(r'<tr data-ply="\d+"><th.*?</th>(.*?)</tr>', page, re.DOTALL)
    heads = re.findall(r'<th scope="col">([^<]*)</th>', page)
    column = heads[heads.index("move") + 1 :].index("people")
    for number, row in enumerate(rows):
        chance = people.chance(number)
        cell = re.findall(r"<td>(.*?)</td>", row)[column]
        assert unescape(cell).replace("\xa0", " ") == ("" if chance is None else share(chance))
    for line in people.summary:
        assert line in unescape(page)
    assert review.turning_points
    for move in review.turning_points:
        words = people.words(move.ply - 1)
        assert f"<small>people: {words}</small>" in unescape(page)


def test_a_rating_beside_the_profile_and_people_where_they_are_known() -> None:
    reviews = [cheap_review(), cheap_review(6)]
    estimate = RatingEstimate(1540, 1390, 1700, 61)
    page = review_page(reviews, [cheap_people(), None], profile_of(reviews, "anna"), estimate)
    assert "<p>Rating, by 61 moves on 8x8: 1540 (1390 to 1700); in brackets 95 %.</p>" in page
    first, second = page.split('<details class="review"')[1:]
    assert "Ratings, by the moves" in first
    assert '<th scope="col">people</th>' in first
    assert "people" not in second.partition("<section")[0]
    assert "average of tournament players" in page


def test_the_page_needs_no_network() -> None:
    page = review_page([cheap_review(6)], [None])
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)|<link|<img|@import|url\(", page)


def test_the_script_is_safe_by_its_make() -> None:
    assert_safe(script_of(review_page([cheap_review(6)], [None])))


def test_every_part_the_script_asks_for_is_on_the_page() -> None:
    code = (ASSETS / "review.js").read_text(encoding="utf-8")
    page = review_page([cheap_review(6)], [None])
    for name in re.findall(r'querySelector\("\.([a-z-]+)"\)', code):
        assert re.search(rf'class="?[^">]*\b{name}\b', page), name
    places = set(re.findall(r'data-go="([a-z]+)"', page))
    assert places == {"first", "back", "next", "last", "mistake"}
    assert all(f"{name}:" in code for name in places)
