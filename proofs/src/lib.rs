//! What no number of games can show: exact computation over the rules of the engine.
