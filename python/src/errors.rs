//! The exceptions. Their texts are those of the program.

use pyo3::create_exception;
use pyo3::exceptions::PyValueError;

create_exception!(
    petteia,
    Error,
    PyValueError,
    "Something that petteia cannot use; the text says what would be right."
);
create_exception!(petteia, RulesError, Error, "There is no such game, or its rules make no sense.");
create_exception!(petteia, PositionError, Error, "A text is not a position or a record of the game.");
create_exception!(petteia, MoveError, Error, "A move is not legal, or no move can be made.");
create_exception!(petteia, AgentError, Error, "There is no such agent, or it cannot play the game.");
create_exception!(petteia, ProofError, Error, "The rules or pieces are not covered by a proof.");
create_exception!(petteia, RunError, Error, "A run cannot be read or played.");
