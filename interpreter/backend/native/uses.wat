  ;; -- what is counted while a game is played, if it is wished; see uses.py for what stands where

  (func $uses_clear
    (memory.fill (global.get $USED) (i32.const 0) (i32.sub (global.get $STANDINGS) (global.get $USED))))
  (func $uses_begin (param $number i64)
    (if (i32.eqz (global.get $played)) (then (global.set $standings (global.get $STANDINGS))))
    (global.set $kept_rounds (if (result i32) (global.get $every)
      (then (i64.eqz (i64.rem_u (local.get $number) (i64.extend_i32_u (global.get $every)))))
      (else (i32.const 0))))
    (global.set $rounds (i32.const 0))
    (global.set $round (i32.const -1)))

  ;; where the standings of the next game go: how many there are, then the scores of each
  (global $standings (export "standings") (mut i32) (i32.const 0))
  ;; of the games whose number is a multiple of this
  (global $every (export "every") (mut i32) (i32.const 1))
  (global $kept_rounds (mut i32) (i32.const 0))
  (global $rounds (mut i32) (i32.const 0))
  (global $round (mut i32) (i32.const -1))
  (func $uses_full (result i32)
    (i32.ge_u (global.get $standings) (i32.add (global.get $STANDINGS) (global.get $STANDINGS_ROOM))))

  ;; a turn begins; where it is of another round than the one before, the standing is kept
  (func $uses_turn (param $S i32) (param $round i32)
    (local $top i32)
    (if (i32.eq (global.get $round) (local.get $round)) (then (return)))
    (if (i32.and (i32.ne (global.get $round) (i32.const -1)) (i32.lt_u (global.get $rounds) (global.get $MOST_ROUNDS)))
      (then
        (local.set $top (global.get $top))
        (call $standing (local.get $S) (i32.add (i32.add (global.get $standings) (i32.const 4))
          (i32.shl (i32.mul (global.get $rounds) (global.get $PLAYERS)) (i32.const 2))))
        (global.set $top (local.get $top))
        (global.set $rounds (i32.add (global.get $rounds) (i32.const 1)))))
    (global.set $round (local.get $round)))

  ;; what step `cell` has added to the counter of the score at `base`, of which `known` has what it was before
  (func $uses_gain (param $S i32) (param $slot i32) (param $base i32) (param $known i32) (param $cell i32)
    (local $seat i32) (local $now i32)
    (local.set $seat (i32.sub (local.get $slot) (local.get $base)))
    (if (i32.ge_u (local.get $seat) (global.get $PLAYERS)) (then (return)))
    (local.set $known (i32.add (local.get $known) (i32.shl (local.get $seat) (i32.const 2))))
    (local.set $cell (i32.add (local.get $cell) (i32.mul (local.get $seat) (i32.const 24))))
    (local.set $now (i32.load offset=16 (i32.add (local.get $S) (i32.shl (local.get $slot) (i32.const 2)))))
    (i64.store (local.get $cell) (i64.add (i64.load (local.get $cell))
      (i64.sub (i64.extend_i32_s (local.get $now)) (i64.extend_i32_s (i32.load (local.get $known))))))
    (i32.store (local.get $known) (local.get $now)))

  ;; a finished game, whose row is given, goes into the sums
  (func $uses_end (param $row i32)
    (local $at i32) (local $stop i32) (local $share i32) (local $n i64)
    (if (i32.and (global.get $STANDING) (global.get $kept_rounds))
      (then
        (i32.store (global.get $standings) (global.get $rounds))
        (global.set $standings (i32.add (global.get $standings) (i32.shl (i32.add (i32.const 1)
          (i32.mul (global.get $rounds) (global.get $PLAYERS))) (i32.const 2))))))
    (local.set $row (i32.add (local.get $row) (i32.shl (global.get $PLAYERS) (i32.const 2))))
    (local.set $at (local.get $row))
    (local.set $stop (i32.add (local.get $row) (i32.shl (global.get $PLAYERS) (i32.const 2))))
    (loop $more
      (local.set $share (i32.add (local.get $share) (i32.load (local.get $at))))
      (local.set $at (i32.add (local.get $at) (i32.const 4)))
      (br_if $more (i32.lt_u (local.get $at) (local.get $stop))))
    (if (local.get $share) (then (local.set $share (i32.div_u (global.get $WHOLE) (local.get $share)))))
    (call $uses_options (local.get $share) (local.get $row))
    (call $uses_marks)
    (local.set $at (global.get $GAINS))
    (block $done (loop $more
      (br_if $done (i32.ge_u (local.get $at) (global.get $KNOWN)))
      (local.set $n (i64.load (local.get $at)))
      (if (i32.eqz (i64.eqz (local.get $n)))
        (then
          (i64.store (local.get $at) (i64.const 0))
          (i64.store offset=8 (local.get $at) (i64.add (i64.load offset=8 (local.get $at)) (local.get $n)))
          (i64.store offset=16 (local.get $at)
            (i64.add (i64.load offset=16 (local.get $at)) (i64.mul (local.get $n) (local.get $n))))))
      (local.set $at (i32.add (local.get $at) (i32.const 24)))
      (br $more))))

  ;; the options of the game, four at a time: offered, chosen; games in which they were; what those have won who chose
  ;; them, who were offered them and did not
  (func $uses_options (param $share i32) (param $won i32)
    (local $at i32) (local $stop i32) (local $sums i32) (local $shares v128) (local $offered v128) (local $chosen v128)
    (local.set $at (global.get $USED))
    (local.set $sums (global.get $OPTION_SUMS))
    (block $done (loop $seat
      (br_if $done (i32.ge_u (local.get $at) (global.get $CHOSEN)))
      (local.set $stop (i32.add (local.get $at) (global.get $CELLS)))
      (local.set $shares (i32x4.splat (i32.mul (local.get $share) (i32.load (local.get $won)))))
      (local.set $won (i32.add (local.get $won) (i32.const 4)))
      (loop $more
        (local.set $offered (v128.load (local.get $at)))
        (if (v128.any_true (local.get $offered))
          (then
            (v128.store (local.get $at) (v128.const i32x4 0 0 0 0))
            (v128.store (local.get $sums) (i32x4.add (v128.load (local.get $sums)) (local.get $offered)))
            (local.set $offered (i32x4.ne (local.get $offered) (v128.const i32x4 0 0 0 0)))
            (v128.store offset=32 (local.get $sums) (i32x4.sub (v128.load offset=32 (local.get $sums)) (local.get $offered)))
            (local.set $offered (v128.and (local.get $offered) (local.get $shares)))
            (local.set $chosen (v128.load (i32.add (local.get $at) (i32.sub (global.get $CHOSEN) (global.get $USED)))))
            (if (v128.any_true (local.get $chosen))
              (then
                (v128.store (i32.add (local.get $at) (i32.sub (global.get $CHOSEN) (global.get $USED)))
                  (v128.const i32x4 0 0 0 0))
                (v128.store offset=16 (local.get $sums) (i32x4.add (v128.load offset=16 (local.get $sums)) (local.get $chosen)))
                (local.set $chosen (i32x4.ne (local.get $chosen) (v128.const i32x4 0 0 0 0)))
                (v128.store offset=48 (local.get $sums) (i32x4.sub (v128.load offset=48 (local.get $sums)) (local.get $chosen)))
                (v128.store offset=64 (local.get $sums)
                  (i32x4.add (v128.load offset=64 (local.get $sums)) (v128.and (local.get $chosen) (local.get $shares))))
                (local.set $offered (v128.andnot (local.get $offered) (local.get $chosen)))))
            (v128.store offset=80 (local.get $sums) (i32x4.add (v128.load offset=80 (local.get $sums)) (local.get $offered)))))
        (local.set $sums (i32.add (local.get $sums) (i32.const 96)))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br_if $more (i32.lt_u (local.get $at) (local.get $stop))))
      (br $seat))))

  ;; the marks of the game, four at a time: how often they were passed, and in how many games
  (func $uses_marks
    (local $at i32) (local $sums i32) (local $passed v128)
    (local.set $at (global.get $MARKS_AT))
    (local.set $sums (global.get $MARK_SUMS))
    (block $done (loop $more
      (br_if $done (i32.ge_u (local.get $at) (global.get $OPTION_SUMS)))
      (local.set $passed (v128.load (local.get $at)))
      (if (v128.any_true (local.get $passed))
        (then
          (v128.store (local.get $at) (v128.const i32x4 0 0 0 0))
          (v128.store (local.get $sums) (i32x4.add (v128.load (local.get $sums)) (local.get $passed)))
          (v128.store offset=16 (local.get $sums) (i32x4.sub (v128.load offset=16 (local.get $sums))
            (i32x4.ne (local.get $passed) (v128.const i32x4 0 0 0 0))))))
      (local.set $at (i32.add (local.get $at) (i32.const 16)))
      (local.set $sums (i32.add (local.get $sums) (i32.const 32)))
      (br $more))))
