from collections.abc import Iterator

import pytest

from support.page_modules import PageModules, page_modules


@pytest.fixture(scope="module")
def page() -> Iterator[PageModules]:
    with page_modules() as modules:
        yield modules
