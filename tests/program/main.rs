//! The program as a user runs it, its screens and its pictures.

mod balance;
mod cli;
mod compare;
mod crates;
mod damage;
mod endgames;
mod exam;
mod faults;
mod figures;
mod fit;
mod fresh;
mod kills;
mod ladder;
mod limits;
mod page;
mod proofs;
mod replay;
mod run;
mod runs;
mod screen;
mod shards;
mod show;
mod slurm;
mod support;
mod tournament;
mod verdicts;
