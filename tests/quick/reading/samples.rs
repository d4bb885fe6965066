//! Canonical lines of every kind, in the mix of a real letter: for tests and for measuring.

/// Lines as receipts print them.
pub fn canonical_samples() -> Vec<&'static str> {
    vec![
        "PP 1-3: enter 3 infantry at Richmond",
        "PP 4: enter 1 leader at Washington",
        "PP 5-8: move 4 SP singly from Memphis to Corinth (4 CP)",
        "PP 9-11: move McClellan to Fredericksburg (3 CP)",
        "PP 12-14: entrench McClellan (3 CP)",
        "PP 15: enter Grant at Cairo",
        "PP 16: idle",
        "PP 17: move 1 SP from Winchester to Manassas (1 CP)",
        "PP 18-20: move McClellan to Richmond via Fredericksburg, 4812 (3 CP)",
        "PP 1-2: attack Manassas with Lee (2 CP)",
        "PP 3-6: move 4 SP as a stack from Little Rock to Helena",
        "from PP 7: attack Corinth with 4 SP from Memphis",
        "PP 8-9: move Jackson to Winchester",
        "PP 10-12: entrench the force at Vicksburg (3 CP)",
        "hold Bragg",
        "hold the force at Cairo",
        "PP 13-15: enter 3 infantry at Nashville",
        "last pulse: idle",
        "enter 2 leaders at Louisville",
        "move the force at Cairo to Paducah",
        "PP 16: transfer Pope to Washington (1 CP)",
        "promote Grant",
        "present Hooker for promotion",
        "assign 1 two-star leader to West, all cavalry leaders to East",
        "shift Longstreet to West",
    ]
}
