// What is told live of a game at its table, as types. Made of the dataclasses in engine/ and
// tournaments/tables/answers.py by `make schema`: change those.

/**
 * @typedef {Object} TableClock
 * @property {boolean} is_running
 * @property {number | null} player Who is on turn, counted from 0; null if nobody is.
 * @property {string | null} since Null while it stands.
 * @property {Array<number>} used_milliseconds
 * @property {number} limit_seconds
 * @property {number} lost_after_seconds Who is over the limit by more loses the game.
 */

/**
 * @typedef {Object} Zone
 * @property {string} name
 * @property {number} until_ms It lasts until so much is used.
 */

/**
 * @typedef {Object} TableTimer
 * @property {string} key Another key is another timer.
 * @property {number} limit_ms
 * @property {number} used_ms
 * @property {string} since
 * @property {boolean} is_running
 * @property {string} due_at When it is over. What is received from then on comes too late.
 * @property {Array<Zone>} zones Parts of the time that mean something.
 */

/**
 * @typedef {Object} Timer
 * @property {string} key Another key is another timer.
 * @property {number} limit_ms
 * @property {Array<Zone>} zones Parts of the time that mean something.
 */

/**
 * @typedef {Object} Grid
 * @property {number} row Of the first cell.
 * @property {number} column
 * @property {Array<string>} row_names
 * @property {Array<string>} column_names
 * @property {Array<string>} rows The cells, '.' for nothing.
 */

/**
 * @typedef {Object} Tray
 * @property {string} code
 * @property {number | null} player Whose it is; null where it is nobody's own.
 * @property {string} tiles As far as they may be seen.
 * @property {number} count
 * @property {string} [word] What is struck letter by letter, and how it is shown now.
 * @property {string} [shown]
 * @property {string} [struck_by] The code of the tray whose tiles strike it.
 */

/**
 * @typedef {Object} Fact
 * @property {string} code
 * @property {string | number} value
 * @property {number | null} [player]
 * @property {string} [left_of] The value is what is left in one's trays of this code.
 */

/**
 * @typedef {Object} ChallengeView
 * @property {number} by
 * @property {Array<string>} words
 * @property {Array<string>} inadmissible
 * @property {boolean} upheld
 * @property {number} deducted What the challenger lost.
 */

/**
 * @typedef {Object} MatchNote
 * @property {string} code
 * @property {string} [squares]
 * @property {string} [letters]
 * @property {string} [words]
 * @property {number | null} [points]
 * @property {number | null} [vowels]
 * @property {string} [tiles]
 */

/**
 * @typedef {Object} ScoredWord
 * @property {string} word
 * @property {number} points
 */

/**
 * @typedef {Object} MatchTurn
 * @property {number} player
 * @property {"place" | "exchange" | "pass" | "overtime"} kind
 * @property {number} points What it brings, even if it was taken back.
 * @property {number} total The player's points after it.
 * @property {string} coordinates Where a word lies.
 * @property {string} word The word that was laid; '' for none.
 * @property {string} tiles Laid, taken or given up, as far as they may be seen.
 * @property {number} count
 * @property {string | null} rack What was held before the turn, where it was told and may be seen.
 * @property {Array<ChallengeView>} challenges
 * @property {boolean} taken_back
 * @property {Array<MatchNote>} notes
 * @property {Array<ScoredWord>} words All that were formed.
 * @property {number} bonus What of the points is for the number of tiles.
 * @property {string} rack_lacks What that rack should show by what was told before, but does not.
 * @property {number | null} seconds The thinking time told with the turn.
 * @property {Array<string>} theme_words
 * @property {number} theme_bonus What of the points is for words of the theme.
 * @property {Array<string>} blanks Squares whose blanks were taken back first.
 * @property {number | null} vowels How many of the new tiles are vowels, with two bags.
 * @property {string} drawn The new tiles, where they are open.
 */

/**
 * @typedef {Object} OpenWords
 * @property {number} player
 * @property {Array<string>} words
 */

/**
 * @typedef {Object} MatchEnding
 * @property {string} reason
 * @property {number | null} finisher Who emptied the hand, where a game has that.
 * @property {string | null} because Why it was ended by word.
 * @property {Array<number>} winners
 * @property {Array<number>} lost_on_time Those who were over the time by too much.
 */

/**
 * @typedef {Object} MatchSettled
 * @property {string} left
 * @property {number} deducted
 * @property {number} credited
 * @property {number} total
 * @property {number | null} time_deduction Null: so much over the time that the game is lost, whatever the
 *   points.
 */

/**
 * @typedef {Object} Asked
 * @property {string} name
 * @property {"text" | "number" | "seconds" | "flag" | "choice" | "player" | "tiles" | "word" | "coordinates" |
 *   "squares"} what
 * @property {boolean} is_needed
 * @property {boolean} is_many
 * @property {number | null} least Of a number its bounds, of texts and lists their length. A number that has to
 *   be told and can be but one is not asked for: it says what its sender has seen, such as the number of the
 *   call that is next, so that an action sent twice is not taken for another.
 * @property {number | null} most
 * @property {Array<string | number>} choices Texts or numbers to choose from.
 * @property {*} usual What is filled in already.
 */

/**
 * @typedef {Object} Offer
 * @property {string} kind
 * @property {number | null} player Whose action it is, told as its field `player`; None where it is nobody's
 *   own.
 * @property {Array<Asked>} asked
 */

/**
 * @typedef {Object} Drawn
 * @property {number} player
 * @property {string} tile
 */

/**
 * @typedef {Object} MatchView
 * @property {number} players
 * @property {number | null} on_turn
 * @property {Timer | null} timer
 * @property {"drawing" | "dealing" | "playing" | "settling" | "over"} phase
 * @property {Array<string> | null} board Fifteen rows, '.' for nothing.
 * @property {"rows" | "columns"} notation Squares are named row letter first, or column letter first.
 * @property {Grid | null} grid
 * @property {Object<string, string>} marks Squares with a meaning of their own: name to code.
 * @property {Array<Tray>} trays
 * @property {Array<Fact>} facts
 * @property {Array<MatchTurn>} turns The score sheet.
 * @property {OpenWords | null} challenge
 * @property {MatchEnding | null} ending
 * @property {Array<MatchSettled> | null} settlement
 * @property {Array<number>} scores
 * @property {Array<number> | null} places Null before the end.
 * @property {Array<Offer>} offers The actions that may be taken now; where each acts alone, those that the
 *   viewer can take.
 * @property {string} ruleset
 * @property {Array<number>} drawing Who still has to draw to see who begins.
 * @property {Array<Drawn>} drawn
 * @property {number} bag How many tiles are in the bag.
 * @property {Array<number>} rack_sizes
 * @property {Array<string>} known What is known of each rack, as far as it may be seen.
 * @property {Array<number | null>} clocks The seconds each has used; null where nobody told.
 */

/**
 * @typedef {Object} TableStateOfMatch
 * @property {"match"} game
 * @property {MatchView | null} view
 */

/**
 * @typedef {Object} Note
 * @property {string} code
 */

/**
 * @typedef {Object} UngameTurn
 * @property {number} player
 * @property {string} kind
 * @property {number} points What it brings, even if it was taken back.
 * @property {number} total The player's points after it.
 * @property {string} [coordinates] Where a word lies.
 * @property {string} [word] The word that was laid; '' for none.
 * @property {string} tiles Laid, taken or given up, as far as they may be seen.
 * @property {number} count
 * @property {string | null} [rack] What was held before the turn, where it was told and may be seen.
 * @property {Array<ChallengeView>} [challenges]
 * @property {boolean} [taken_back]
 * @property {Array<Note>} [notes]
 * @property {Array<string>} squares
 * @property {string} taken_from The word that the tiles lay in, and where; not as `word` and `coordinates`,
 *   which say what was laid.
 * @property {string} taken_at
 */

/**
 * @typedef {Object} EndingView
 * @property {string} reason
 * @property {number | null} finisher Who emptied the hand, where a game has that.
 * @property {string | null} because Why it was ended by word.
 * @property {Array<number>} winners
 */

/**
 * @typedef {Object} SettledView
 * @property {string} left
 * @property {number} deducted
 * @property {number} credited
 * @property {number} total
 */

/**
 * @typedef {Object} UngameView
 * @property {number} players
 * @property {number | null} on_turn
 * @property {Timer | null} timer
 * @property {string} phase
 * @property {Array<string> | null} board Fifteen rows, '.' for nothing.
 * @property {"rows" | "columns"} notation Squares are named row letter first, or column letter first.
 * @property {Grid | null} grid
 * @property {Object<string, string>} marks Squares with a meaning of their own: name to code.
 * @property {Array<Tray>} trays
 * @property {Array<Fact>} facts
 * @property {Array<UngameTurn>} turns The score sheet.
 * @property {OpenWords | null} challenge
 * @property {EndingView | null} ending
 * @property {Array<SettledView> | null} settlement
 * @property {Array<number>} scores
 * @property {Array<number> | null} places Null before the end.
 * @property {Array<Offer>} offers The actions that may be taken now; where each acts alone, those that the
 *   viewer can take.
 * @property {string} ruleset
 */

/**
 * @typedef {Object} TableStateOfUngame
 * @property {"ungame"} game
 * @property {UngameView | null} view
 */

/**
 * @typedef {Object} TurnView
 * @property {number} player
 * @property {string} kind
 * @property {number} points What it brings, even if it was taken back.
 * @property {number} total The player's points after it.
 * @property {string} [coordinates] Where a word lies.
 * @property {string} [word] The word that was laid; '' for none.
 * @property {string} [tiles] Laid, taken or given up, as far as they may be seen.
 * @property {number} [count]
 * @property {string | null} [rack] What was held before the turn, where it was told and may be seen.
 * @property {Array<ChallengeView>} [challenges]
 * @property {boolean} [taken_back]
 * @property {Array<Note>} [notes]
 */

/**
 * @typedef {Object} BingoGlance
 * @property {number} players
 * @property {number | null} on_turn
 * @property {Timer | null} timer
 * @property {"writing" | "calling" | "claimed" | "over"} phase
 * @property {Array<string> | null} board Fifteen rows, '.' for nothing.
 * @property {"rows" | "columns"} notation Squares are named row letter first, or column letter first.
 * @property {Grid | null} grid
 * @property {Object<string, string>} marks Squares with a meaning of their own: name to code.
 * @property {Array<Tray>} trays
 * @property {Array<Fact>} facts
 * @property {Array<TurnView>} turns The score sheet.
 * @property {OpenWords | null} challenge
 * @property {EndingView | null} ending
 * @property {Array<SettledView> | null} settlement
 * @property {string} pulse Another one whenever more has changed than what lies open and the facts.
 * @property {number | null} caller The player who calls; null: somebody who does not play.
 * @property {string} called The tiles called, in order.
 * @property {Array<number>} claims Those who have claimed since the last call.
 */

/**
 * @typedef {Object} TableStateOfBingo
 * @property {"bingo"} game
 * @property {BingoGlance | null} view
 */

/**
 * @typedef {Object} PartyTurn
 * @property {number} player
 * @property {"place" | "pass" | "timeout" | "vain" | "missed"} kind
 * @property {number} points What it brings, even if it was taken back.
 * @property {number} total The player's points after it.
 * @property {string} coordinates Where a word lies.
 * @property {string} word The word that was laid; '' for none.
 * @property {string} tiles Laid, taken or given up, as far as they may be seen.
 * @property {number} count
 * @property {string | null} [rack] What was held before the turn, where it was told and may be seen.
 * @property {Array<ChallengeView>} challenges
 * @property {boolean} taken_back
 * @property {Array<Note>} notes
 * @property {Array<ScoredWord>} words All that were formed.
 * @property {number} bonus What of the points is for the number of tiles.
 * @property {Array<string>} rolled The letters rolled.
 * @property {string | null} zone
 * @property {"triple" | "double" | "free_letter" | "again" | "opponent_1x" | "opponent_2x" | null} face Of the
 *   bonus die.
 * @property {string | null} chosen The square of the tile that the bonus die made worth more.
 */

/**
 * @typedef {Object} PartyView
 * @property {number} players
 * @property {number | null} on_turn
 * @property {Timer | null} timer
 * @property {"beginning" | "rolling" | "ready" | "running" | "laying" | "checking" | "over"} phase
 * @property {Array<string> | null} board Fifteen rows, '.' for nothing.
 * @property {"rows" | "columns"} notation Squares are named row letter first, or column letter first.
 * @property {Grid | null} grid
 * @property {Object<string, string>} marks Squares with a meaning of their own: name to code.
 * @property {Array<Tray>} trays
 * @property {Array<Fact>} facts
 * @property {Array<PartyTurn>} turns The score sheet.
 * @property {OpenWords | null} challenge
 * @property {EndingView | null} ending
 * @property {Array<SettledView> | null} settlement
 * @property {Array<number>} scores
 * @property {Array<number> | null} places Null before the end.
 * @property {Array<Offer>} offers The actions that may be taken now; where each acts alone, those that the
 *   viewer can take.
 * @property {"server" | "typed" | "none"} dice
 * @property {"server" | "typed" | "none"} timed_by
 * @property {Array<string>} begin_rolls What the teams rolled to see who begins.
 */

/**
 * @typedef {Object} TableStateOfParty
 * @property {"party"} game
 * @property {PartyView | null} view
 */

/**
 * @typedef {Object} CardsNote
 * @property {string} code
 * @property {number | null} [factor]
 * @property {number | null} [by]
 * @property {number | null} [points]
 * @property {string} [cards]
 */

/**
 * @typedef {Object} CardsPremiumView
 * @property {string} square
 * @property {number} factor
 */

/**
 * @typedef {Object} CardsPlayedView
 * @property {number} player
 * @property {string} card
 * @property {number} points
 */

/**
 * @typedef {Object} CardsTurn
 * @property {number} player
 * @property {"place" | "exchange" | "pass"} kind
 * @property {number} points What it brings, even if it was taken back.
 * @property {number} total The player's points after it.
 * @property {string} coordinates Where a word lies.
 * @property {string} word The word that was laid; '' for none.
 * @property {string} tiles Laid, taken or given up, as far as they may be seen.
 * @property {number} count
 * @property {string | null} [rack] What was held before the turn, where it was told and may be seen.
 * @property {Array<ChallengeView>} challenges
 * @property {boolean} taken_back
 * @property {Array<CardsNote>} notes
 * @property {Array<ScoredWord>} words All that were formed.
 * @property {number} bonus What of the points is for the number of tiles.
 * @property {CardsPremiumView | null} premium
 * @property {string} removed The cards that left the table after it.
 * @property {Array<CardsPlayedView>} actions
 * @property {boolean} swapped_action Whether the action card was exchanged.
 * @property {string | null} hand Before the turn, where it was told and may be seen.
 * @property {string} hand_lacks What that hand should show by what was told before, but does not.
 */

/**
 * @typedef {Object} CardsEffect
 * @property {string} condition
 * @property {string} parameter The number or the letters that the condition is about; '' where it needs none.
 * @property {number} gain Points for the player who lays such a word and plays the card too.
 * @property {number} loss Points taken from a player who lays such a word when another plays the card.
 */

/**
 * @typedef {Object} CardsActionCard
 * @property {string} name
 * @property {Array<CardsEffect>} actions
 */

/**
 * @typedef {Object} CardsView
 * @property {number} players
 * @property {number | null} on_turn
 * @property {Timer | null} timer
 * @property {"drawing" | "playing" | "settling" | "over"} phase
 * @property {Array<string> | null} board Fifteen rows, '.' for nothing.
 * @property {"rows" | "columns"} notation Squares are named row letter first, or column letter first.
 * @property {Grid | null} grid
 * @property {Object<string, string>} marks Squares with a meaning of their own: name to code.
 * @property {Array<Tray>} trays
 * @property {Array<Fact>} facts
 * @property {Array<CardsTurn>} turns The score sheet.
 * @property {OpenWords | null} challenge
 * @property {EndingView | null} ending
 * @property {Array<SettledView> | null} settlement
 * @property {Array<number>} scores
 * @property {Array<number> | null} places Null before the end.
 * @property {Array<Offer>} offers The actions that may be taken now; where each acts alone, those that the
 *   viewer can take.
 * @property {"classic" | "action"} variant
 * @property {Array<number>} drawing Who still has to draw to see who begins.
 * @property {Array<Drawn>} drawn
 * @property {Array<CardsActionCard>} action_cards Those that there are in this game.
 */

/**
 * @typedef {Object} TableStateOfCards
 * @property {"cards"} game
 * @property {CardsView | null} view
 */

/**
 * @typedef {Object} RummyNote
 * @property {string} code
 * @property {number | null} [round]
 * @property {string} [word]
 * @property {string} [laid]
 * @property {number | null} [points]
 */

/**
 * @typedef {Object} RummyWord
 * @property {string} word
 * @property {number} points
 * @property {string | null} premium The premium card laid with it.
 */

/**
 * @typedef {Object} RummyTurn
 * @property {number} player
 * @property {"lay" | "count" | "missed"} kind
 * @property {number} points What it brings, even if it was taken back.
 * @property {number} total The player's points after it.
 * @property {string} [coordinates] Where a word lies.
 * @property {string} word All that were laid.
 * @property {string} tiles Laid, taken or given up, as far as they may be seen.
 * @property {number} count
 * @property {string | null} [rack] What was held before the turn, where it was told and may be seen.
 * @property {Array<ChallengeView>} challenges
 * @property {boolean} taken_back
 * @property {Array<RummyNote>} notes
 * @property {number} round Counted from 1.
 * @property {string} task
 * @property {Array<RummyWord>} words
 * @property {number} bonus
 * @property {string | null} quadrupled The word that counts four times.
 */

/**
 * @typedef {Object} RummyRound
 * @property {string} task
 * @property {Array<number>} points
 * @property {Array<number>} met Who met the task, in the order of laying.
 */

/**
 * @typedef {Object} RummyView
 * @property {number} players
 * @property {number | null} on_turn
 * @property {Timer | null} timer
 * @property {"turning" | "task" | "playing" | "counting" | "tied" | "over"} phase
 * @property {Array<string> | null} board Fifteen rows, '.' for nothing.
 * @property {"rows" | "columns"} notation Squares are named row letter first, or column letter first.
 * @property {Grid | null} grid
 * @property {Object<string, string>} marks Squares with a meaning of their own: name to code.
 * @property {Array<Tray>} trays
 * @property {Array<Fact>} facts
 * @property {Array<RummyTurn>} turns The score sheet.
 * @property {OpenWords | null} challenge
 * @property {EndingView | null} ending
 * @property {Array<SettledView> | null} settlement
 * @property {Array<number>} scores
 * @property {Array<number> | null} places Null before the end.
 * @property {Array<Offer>} offers The actions that may be taken now; where each acts alone, those that the
 *   viewer can take.
 * @property {"draw" | "lay" | "discard" | null} step What the player on turn does next.
 * @property {string | null} task
 * @property {number} tasks_left How many task cards are left.
 * @property {Array<RummyRound>} rounds Those that have been played.
 */

/**
 * @typedef {Object} TableStateOfRummy
 * @property {"rummy"} game
 * @property {RummyView | null} view
 */

/**
 * @typedef {Object} TableStateOfAny
 * @property {string} table
 * @property {string} tournament
 * @property {number | null} pairing
 * @property {Array<string>} names
 * @property {"running" | "over"} state
 * @property {boolean} is_public
 * @property {number} version
 * @property {TableClock | null} clock
 * @property {TableTimer | null} timer
 */

/**
 * @typedef {TableStateOfAny & (TableStateOfMatch | TableStateOfUngame | TableStateOfBingo | TableStateOfParty |
 *   TableStateOfCards | TableStateOfRummy)} TableState
 */

export {};
