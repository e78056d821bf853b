from PySide6.QtCore import Qt
from PySide6.QtWidgets import QToolButton
from pytestqt.qtbot import QtBot

from ditone.gui.engine.failure import Failure
from ditone.gui.panels.cards import CardStack, ErrorCard, NoticeBar


def stack(qtbot: QtBot) -> CardStack:
    made = CardStack()
    qtbot.addWidget(made)
    return made


def test_failures_do_not_push_notices_out_nor_the_other_way_round(qtbot: QtBot) -> None:
    cards = stack(qtbot)
    for number in range(4):
        cards.show_notice(f"notice {number}")
        cards.show_failure(Failure("problem", f"failure {number}"), "report")
    kinds = [type(card) for card in cards.cards()]
    assert kinds.count(NoticeBar) == 3
    assert kinds.count(ErrorCard) == 2
    first = cards.cards()[0]
    assert isinstance(first, ErrorCard)
    assert first.failure.message == "failure 3"


def test_the_same_failure_again_replaces_its_card_and_the_same_notice_is_shown_once(qtbot: QtBot) -> None:
    cards = stack(qtbot)
    for _ in range(3):
        cards.show_failure(Failure("problem", "It rains."), "report")
        cards.show_notice("No sound.")
    assert len(cards.cards()) == 2


def test_what_was_said_about_a_take_goes_when_others_begin_and_the_rest_stays(qtbot: QtBot) -> None:
    cards = stack(qtbot)
    cards.show_notice("No sound.")
    cards.show_notice("The result is silent.", of_take=True)
    cards.clear_notices_of_takes()
    assert [card.text.text() for card in cards.cards() if isinstance(card, NoticeBar)] == ["No sound."]


def test_a_card_closes_and_the_stack_hides_when_it_is_empty(qtbot: QtBot) -> None:
    cards = stack(qtbot)
    card = cards.show_failure(Failure("problem", "It rains."), "report")
    cards.show()
    qtbot.waitUntil(card.isVisible)
    close = next(button for button in card.findChildren(QToolButton) if button.accessibleName() == "Close this card")
    qtbot.mouseClick(close, Qt.MouseButton.LeftButton)
    assert cards.cards() == []
    assert not cards.isVisible()


def test_a_failure_is_said_to_screen_readers(qtbot: QtBot) -> None:
    cards = stack(qtbot)
    card = cards.show_failure(Failure("problem", "It rains.", "A cloud came.", ("Wait.",)), "report")
    assert card.accessibleDescription() == "It rains. A cloud came. Wait."
