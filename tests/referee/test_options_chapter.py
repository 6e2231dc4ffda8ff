from tests.options_chapter import CHAPTER, chapter


def test_the_chapter_of_the_options_is_the_written_one() -> None:
    assert CHAPTER.read_text("utf-8") == chapter(), "run: make schema"
