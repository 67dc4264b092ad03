/**
 * The shapes of everything that modules hand to each other. Nothing here runs.
 *
 * @typedef {'X'|'O'} Side  X is black, O is white.
 *
 * @typedef {object} Position
 * @property {number} size
 * @property {string} cells  One of X, O and - for each square, row by row from a1.
 * @property {Side} turn
 *
 * @typedef {object} TreeNode  A move of a game and what follows; forced passes are not in the tree.
 * @property {number} move  The square; -1 at the root.
 * @property {readonly TreeNode[]} children  The first continues the main line.
 * @property {string} [comment]
 *
 * @typedef {object} Seat  Who plays a side.
 * @property {string} agent  The spec of an agent; empty for a person.
 *
 * @typedef {object} Clock  Milliseconds left for each side.
 * @property {number} X
 * @property {number} O
 * @property {number} increment
 *
 * @typedef {object} Game
 * @property {string} id  The key under which it is kept.
 * @property {number} size
 * @property {Position} start
 * @property {TreeNode} tree
 * @property {readonly number[]} line  The line in view: moves from the root to one of the leaves.
 * @property {number} ply  How many moves of the line are played.
 * @property {Record<Side, string>} names
 * @property {Record<Side, Seat>} seats
 * @property {Clock|null} clock
 * @property {Result|null} result  A result that the board does not tell.
 *
 * @typedef {object} Result
 * @property {Side|null} winner
 * @property {'resigned'|'time'} ending
 *
 * @typedef {object} MoveValue
 * @property {number} score  Discs for the side to move.
 * @property {readonly number[]} line  How play goes on, the move itself first.
 *
 * @typedef {object} Values  What one search made of a position.
 * @property {Readonly<Record<number, MoveValue>>} moves
 * @property {number} depth
 * @property {number} selectivity
 * @property {boolean} exact
 * @property {'search'|'book'|'report'} source
 * @property {number} nodes
 *
 * @typedef {object} Judged  A move as every view shows it.
 * @property {number} score
 * @property {readonly number[]} line
 * @property {number} depth
 * @property {number} selectivity
 * @property {boolean} exact
 * @property {'search'|'book'|'report'} source
 *
 * @typedef {object} Evaluation
 * @property {ReadonlyMap<number, Judged>} moves
 * @property {number|null} best  The square of the best move.
 * @property {number|null} value  Discs for the side to move.
 * @property {boolean} exact
 *
 * @typedef {object} AgentInfo
 * @property {string} name
 * @property {string} doc
 * @property {string} spec
 * @property {readonly number[]} sizes  The boards it plays on.
 *
 * @typedef {object} Setup  What is chosen for a new game.
 * @property {number} size
 * @property {string} X  The spec of an agent; empty for a person.
 * @property {string} O
 * @property {readonly string[]} left  The agents that had to leave because of the board.
 *
 * @typedef {object} Hello
 * @property {string} version
 * @property {readonly number[]} sizes
 * @property {readonly AgentInfo[]} agents
 * @property {readonly Mark[]} marks  From the lightest to the heaviest.
 * @property {{level: number, arena: {games: Record<string, number>}}} limits
 * @property {Readonly<Record<string, boolean>>} features
 *
 * @typedef {object} Mark  Of a move that loses so many discs.
 * @property {string} mark
 * @property {string} name
 * @property {number} discs
 * @property {boolean} changes_winner  Only a move that also does this has it.
 *
 * @typedef {object} Mistake
 * @property {number} ply  How many moves were played before it.
 * @property {Side} side
 * @property {number} move
 * @property {number} best
 * @property {number} loss
 * @property {Mark} mark
 *
 * @typedef {object} PlayerReport
 * @property {number|null} accuracy
 * @property {Readonly<Record<string, number|null>>} phases
 *
 * @typedef {object} Estimate  The rating that some moves speak for.
 * @property {number} rating
 * @property {number} low
 * @property {number} high
 * @property {number} moves
 *
 * @typedef {object} People  How surprising the moves of a game are.
 * @property {Readonly<Record<'black'|'white', Estimate>>} estimates
 * @property {Readonly<Record<'black'|'white', number>>} ratings  Of the people that a side is compared with.
 * @property {readonly (number|null)[]} chances  The percentage of these people who play each move.
 *
 * @typedef {object} ReportMove
 * @property {number} ply  From 1.
 * @property {number} loss
 * @property {string} words
 *
 * @typedef {object} Report
 * @property {readonly number[]} line  The moves it is about.
 * @property {'running'|'done'|'stopped'} status
 * @property {number} done
 * @property {number} of
 * @property {Readonly<Record<Side, PlayerReport>>|null} players
 * @property {readonly ReportMove[]} moves
 * @property {readonly {ply: number, color: 'black'|'white', words: string}[]} turningPoints
 * @property {People|null} people
 *
 * @typedef {object} Retry
 * @property {readonly number[]} plies  Where the mistakes are.
 * @property {readonly number[]} line  The line they belong to.
 * @property {number} at
 * @property {'ask'|'judging'|'right'|'wrong'|'shown'|'done'} status
 * @property {number|null} tried
 * @property {number} solved
 *
 * @typedef {object} StoredGame
 * @property {number} id
 * @property {number} size
 * @property {string} black
 * @property {string} white
 * @property {string} date
 * @property {string} event
 * @property {number|null} score
 * @property {number} plies
 *
 * @typedef {object} MoveStats
 * @property {number} move
 * @property {number} games
 * @property {number} black
 * @property {number} draws
 * @property {number} white
 * @property {number|null} average
 *
 * @typedef {object} Explorer
 * @property {string} key  The position it tells about.
 * @property {number} games
 * @property {readonly MoveStats[]} moves
 *
 * @typedef {object} LibraryState
 * @property {Readonly<Record<string, string>>} filter
 * @property {Position|null} position
 * @property {readonly StoredGame[]} games
 * @property {number|null} total  Of the whole library.
 * @property {string|null} cursor  Where the next page begins.
 * @property {'idle'|'loading'} status
 * @property {string} message
 *
 * @typedef {object} ArenaRun
 * @property {string} id
 * @property {string} title
 * @property {string} status
 * @property {number} done
 * @property {number} of
 * @property {readonly {player: string, games: number, score: number, elo: string}[]} table
 * @property {string} [page]
 *
 * @typedef {object} Term
 * @property {string} name
 * @property {number} move
 * @property {number} other
 *
 * @typedef {object} Why
 * @property {string} key
 * @property {number} move
 * @property {number|null} other
 * @property {string} evaluation
 * @property {readonly Term[]} terms
 * @property {string} words
 *
 * @typedef {object} Settings
 * @property {'auto'|'light'|'dark'} theme
 * @property {'green'|'blue'} board
 * @property {boolean} values
 * @property {boolean} details
 * @property {boolean} letters  Single letters act as keys.
 * @property {boolean} animate
 * @property {boolean} turned  White's side of the board below.
 * @property {number} level
 * @property {number} skill
 * @property {'slow'|'steady'|'fast'} speed  Of games between programs.
 *
 * @typedef {object} Editor
 * @property {number} size
 * @property {string} cells
 * @property {Side} turn
 * @property {'X'|'O'|'-'} brush
 *
 * @typedef {object} Ui
 * @property {number} focus  The square with the cursor.
 * @property {number|null} hover
 * @property {number|null} preview  The square that was tapped once.
 * @property {string|null} dialog
 * @property {Setup|null} setup  What was changed in the dialog of a new game.
 * @property {'moves'|'report'|'games'|'why'} panel
 * @property {string} message  What went wrong, or what was done.
 * @property {number} told  How many messages there were.
 * @property {boolean} animate  The last move is new.
 * @property {boolean} paused  Engines do not move.
 * @property {number} losses  Games lost in a row.
 *
 * @typedef {object} State
 * @property {'play'|'analyse'|'library'|'arena'} route
 * @property {'opening'|'open'|'closed'} conn
 * @property {Hello|null} hello
 * @property {Settings} settings
 * @property {Game} game
 * @property {readonly Game[]} past
 * @property {readonly Game[]} future
 * @property {ReadonlyMap<string, Values>} values
 * @property {ReadonlyMap<string, string>} openings  Names by position.
 * @property {{on: boolean, key: string, status: 'idle'|'running'|'done'}} search
 * @property {{key: string, text: string}|null} thinking  An opponent at work on a position.
 * @property {Report|null} report
 * @property {Retry|null} retry
 * @property {Explorer|null} explorer
 * @property {Why|null} why
 * @property {Editor|null} editor
 * @property {LibraryState} library
 * @property {{runs: readonly ArenaRun[]}} arena
 * @property {readonly Game[]} choices  Games of a paste, to choose from.
 * @property {Ui} ui
 *
 * @typedef {{type: string} & Record<string, any>} Action
 * @typedef {(action: Action) => void} Dispatch
 */
export {};
