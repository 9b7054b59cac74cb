  ;; -- what is counted while a game is played, if it is wished; see uses.py for what stands where

  (func $uses_clear
    (memory.fill (global.get $USED) (i32.const 0) (i32.sub (global.get $NEVER) (global.get $USED))))
  (func $uses_begin (param $number i64)
    (if (i32.eqz (global.get $played))
      (then
        (global.set $looks (i32.const 0))
        (global.set $standings (global.get $STANDINGS))))
    (global.set $looked (if (result i32) (global.get $every)
      (then (i64.eqz (i64.rem_u (local.get $number) (i64.extend_i32_u (global.get $every)))))
      (else (i32.const 0))))
    (global.set $by_steps (i32.shl (i32.or (global.get $looked) (global.get $never)) (i32.const 1)))
    (global.set $rows (global.get $ROWS))
    (global.set $rounds (i32.const 0))
    (global.set $round (i32.const -1))
    (global.set $actor (i32.mul (global.get $MARK_CELLS) (global.get $PLAYERS))))

  ;; where the rows of tables are counted that are looked up, as the offset of a seat's marks: those of nobody, or aside
  (global $rows (mut i32) (global.get $ROWS))

  ;; who acts, as the offset of the seat's marks: whose turn began or who chose last; before, nobody
  (global $actor (mut i32) (i32.const 0))

  ;; where the standings of the next game go: how many rounds there are, who has won, one bit for each seat, then the
  ;; scores of each round, and those at the end
  (global $standings (export "standings") (mut i32) (i32.const 0))
  ;; what takes longer is counted of the games whose number is a multiple of this
  (global $every (export "every") (mut i32) (i32.const 1))
  ;; whether this is one of them; how many there were
  (global $looked (mut i32) (i32.const 0))
  (global $looks (export "looks") (mut i32) (i32.const 0))
  ;; how many rounds of the game are over, and which one it is now; -1 before the first
  (global $rounds (mut i32) (i32.const 0))
  (global $round (mut i32) (i32.const -1))
  (func $uses_full (result i32)
    (i32.or
      (i32.ge_u (global.get $standings) (i32.add (global.get $STANDINGS) (global.get $STANDINGS_ROOM)))
      (i32.eq (global.get $played) (i32.sub (global.get $MOST_LISTED) (i32.const 1)))))

  ;; the address of what the game came to
  (func $uses_listed (param $at i32)
    (i32.store (i32.add (global.get $LISTED) (i32.shl (global.get $played) (i32.const 2))) (local.get $at)))
  ;; how many rounds have begun
  (func $uses_begun (result i32)
    (select (i32.add (global.get $rounds) (i32.ne (global.get $round) (i32.const -1)))
      (global.get $MOST_ROUNDS) (i32.lt_u (global.get $rounds) (global.get $MOST_ROUNDS))))

  ;; -- games whose choices are given, and options that are never chosen

  ;; where the choices of the next game that is told again lie: its stream, how many choices, their positions; or 0
  (global $told (export "told") (mut i32) (i32.const 0))
  (global $next (mut i32) (i32.const 0))
  (func $uses_retold
    (i64.store (global.get $STATE) (i64.load (global.get $told)))
    (i64.store offset=8 (global.get $STATE) (i64.load offset=8 (global.get $told)))
    (global.set $most (i32.load offset=16 (global.get $told)))
    (global.set $next (i32.add (global.get $told) (i32.const 20)))
    (global.set $told (i32.add (global.get $next) (i32.shl (global.get $most) (i32.const 2)))))
  (func $uses_given (param $n i32) (result i32)
    (local $found i32)
    (local.set $found (i32.load (global.get $next)))
    (global.set $next (i32.add (global.get $next) (i32.const 4)))
    (if (i32.ge_u (local.get $found) (local.get $n)) (then (unreachable)))
    (local.get $found))

  ;; the site of the decision, as the address at which it says who never chooses its options, one bit for each seat
  (global $site (mut i32) (i32.const 0))
  (global $never (export "never") (mut i32) (i32.const 0))
  ;; how many of the n options a seat may choose: they are moved to the front; all, if there are no others
  (func $uses_allowed (param $seat i32) (param $n i32) (result i32)
    (local $at i32) (local $stop i32) (local $to i32) (local $option i32)
    (local.set $at (global.get $OPTIONS))
    (local.set $to (local.get $at))
    (local.set $stop (i32.add (local.get $at) (i32.shl (local.get $n) (i32.const 2))))
    (block $done (loop $more
      (br_if $done (i32.ge_u (local.get $at) (local.get $stop)))
      (local.set $option (i32.load (local.get $at)))
      (if (i32.eqz (i32.and (i32.const 1) (i32.shr_u
          (i32.load (i32.add (global.get $site) (i32.shl (local.get $option) (i32.const 2)))) (local.get $seat))))
        (then
          (i32.store (local.get $to) (local.get $option))
          (local.set $to (i32.add (local.get $to) (i32.const 4)))))
      (local.set $at (i32.add (local.get $at) (i32.const 4)))
      (br $more)))
    (local.set $to (i32.shr_u (i32.sub (local.get $to) (global.get $OPTIONS)) (i32.const 2)))
    (select (local.get $to) (local.get $n) (local.get $to)))

  ;; -- while a game is played

  ;; a turn of another round than the one before begins; the standing is kept
  (func $uses_turn (param $S i32) (param $round i32)
    (local $top i32)
    (if (i32.ne (global.get $round) (i32.const -1))
      (then
        (if (i32.and (i32.and (global.get $looked) (global.get $STANDING))
            (i32.lt_u (global.get $rounds) (global.get $MOST_ROUNDS)))
          (then
            (local.set $top (global.get $top))
            (global.set $rows (global.get $ROWS_ASIDE))
            (call $standing (local.get $S) (i32.add (i32.add (global.get $standings) (i32.const 8))
              (i32.shl (i32.mul (global.get $rounds) (global.get $PLAYERS)) (i32.const 2))))
            (global.set $rows (global.get $ROWS))
            (global.set $top (local.get $top))))
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

  ;; -- when a game is over

  ;; a finished game, whose row is given, goes into the sums
  (func $uses_end (param $row i32)
    (local $won i32) (local $at i32) (local $stop i32) (local $share i32)
    (if (global.get $told)
      (then (if (i32.ne (global.get $next) (global.get $told)) (then (unreachable)))))
    (call $uses_rounds (local.get $row))
    (local.set $won (i32.add (local.get $row) (i32.shl (global.get $PLAYERS) (i32.const 2))))
    (local.set $at (local.get $won))
    (local.set $stop (i32.add (local.get $won) (i32.shl (global.get $PLAYERS) (i32.const 2))))
    (loop $more
      (local.set $share (i32.add (local.get $share) (i32.load (local.get $at))))
      (local.set $at (i32.add (local.get $at) (i32.const 4)))
      (br_if $more (i32.lt_u (local.get $at) (local.get $stop))))
    (if (local.get $share) (then (local.set $share (i32.div_u (global.get $WHOLE) (local.get $share)))))
    (call $uses_cards)
    (call $uses_options (local.get $share) (local.get $won))
    (call $uses_marks (local.get $share) (local.get $won))
    (call $uses_gains)
    (if (i32.eqz (global.get $looked)) (then (return)))
    (global.set $looks (i32.add (global.get $looks) (i32.const 1)))
    (global.set $rows (global.get $ROWS_ASIDE))
    (call $parts (global.get $STATE))
    (call $uses_course))

  ;; one more game of so many rounds; its standings are complete
  (func $uses_rounds (param $row i32)
    (local $at i32) (local $seat i32) (local $kept i32)
    (local.set $kept (select (global.get $rounds) (global.get $MOST_ROUNDS)
      (i32.lt_u (global.get $rounds) (global.get $MOST_ROUNDS))))
    (local.set $at (i32.add (global.get $ROUNDS) (i32.shl (call $uses_begun) (i32.const 2))))
    (i32.store (local.get $at) (i32.add (i32.load (local.get $at)) (i32.const 1)))
    (if (i32.eqz (i32.and (global.get $STANDING) (global.get $looked))) (then (return)))
    (local.set $at (global.get $standings))
    (i32.store (local.get $at) (local.get $kept))
    (i32.store offset=4 (local.get $at) (i32.const 0))
    (local.set $kept (i32.add (local.get $at) (i32.shl (i32.mul (local.get $kept) (global.get $PLAYERS)) (i32.const 2))))
    (loop $more
      (i32.store offset=8 (i32.add (local.get $kept) (i32.shl (local.get $seat) (i32.const 2))) (i32.load (local.get $row)))
      (i32.store offset=4 (local.get $at) (i32.or (i32.load offset=4 (local.get $at)) (i32.shl
        (i32.load (i32.add (local.get $row) (i32.shl (global.get $PLAYERS) (i32.const 2)))) (local.get $seat))))
      (local.set $row (i32.add (local.get $row) (i32.const 4)))
      (local.set $seat (i32.add (local.get $seat) (i32.const 1)))
      (br_if $more (i32.lt_u (local.get $seat) (global.get $PLAYERS))))
    (global.set $standings
      (i32.add (i32.add (local.get $kept) (i32.const 8)) (i32.shl (global.get $PLAYERS) (i32.const 2)))))

  ;; what each card was offered and chosen as an option goes to the card by itself: from where, to where, four at a time,
  ;; and which of the four
  (func $uses_cards
    (local $seat i32) (local $four i32) (local $from i32) (local $to i32) (local $n v128) (local $which v128)
    (if (i32.eq (global.get $FOURS) (global.get $FOURS_END)) (then (return)))
    (local.set $seat (global.get $USED))
    (loop $seats
      (local.set $four (global.get $FOURS))
      (loop $more
        (local.set $from (i32.add (local.get $seat) (i32.load (local.get $four))))
        (local.set $which (v128.load offset=8 (local.get $four)))
        (if (v128.any_true (local.tee $n (v128.and (v128.load (local.get $from)) (local.get $which))))
          (then
            (local.set $to (i32.add (local.get $seat) (i32.load offset=4 (local.get $four))))
            (v128.store (local.get $to) (i32x4.add (v128.load (local.get $to)) (local.get $n)))
            (local.set $from (i32.add (local.get $from) (i32.sub (global.get $CHOSEN) (global.get $USED))))
            (if (v128.any_true (local.tee $n (v128.and (v128.load (local.get $from)) (local.get $which))))
              (then
                (local.set $to (i32.add (local.get $to) (i32.sub (global.get $CHOSEN) (global.get $USED))))
                (v128.store (local.get $to) (i32x4.add (v128.load (local.get $to)) (local.get $n)))))))
        (local.set $four (i32.add (local.get $four) (i32.const 24)))
        (br_if $more (i32.lt_u (local.get $four) (global.get $FOURS_END))))
      (local.set $seat (i32.add (local.get $seat) (global.get $CELLS)))
      (br_if $seats (i32.lt_u (local.get $seat) (global.get $CHOSEN)))))

  ;; the options of the game, four at a time: offered, chosen; games in which they were; what those have won who chose
  ;; them, who were offered them and did not; the squares of both
  (func $uses_options (param $share i32) (param $won i32)
    (local $at i32) (local $stop i32) (local $sums i32) (local $taken i32) (local $own i32)
    (local $shares v128) (local $offered v128) (local $chosen v128)
    (local.set $at (global.get $USED))
    (local.set $sums (global.get $OPTION_SUMS))
    (block $done (loop $seat
      (br_if $done (i32.ge_u (local.get $at) (global.get $CHOSEN)))
      (local.set $stop (i32.add (local.get $at) (global.get $CELLS)))
      (local.set $own (i32.mul (local.get $share) (i32.load (local.get $won))))
      (local.set $shares (i32x4.splat (local.get $own)))
      (local.set $won (i32.add (local.get $won) (i32.const 4)))
      (loop $more
        (local.set $offered (v128.load (local.get $at)))
        (if (v128.any_true (local.get $offered))
          (then
            (v128.store (local.get $at) (v128.const i32x4 0 0 0 0))
            (local.set $taken (i32.add (local.get $at) (i32.sub (global.get $CHOSEN) (global.get $USED))))
            (local.set $chosen (v128.load (local.get $taken)))
            (v128.store (local.get $taken) (v128.const i32x4 0 0 0 0))
            (v128.store (local.get $sums) (i32x4.add (v128.load (local.get $sums)) (local.get $offered)))
            (v128.store offset=16 (local.get $sums) (i32x4.add (v128.load offset=16 (local.get $sums)) (local.get $chosen)))
            (local.set $offered (i32x4.ne (local.get $offered) (v128.const i32x4 0 0 0 0)))
            (local.set $chosen (i32x4.ne (local.get $chosen) (v128.const i32x4 0 0 0 0)))
            (v128.store offset=32 (local.get $sums) (i32x4.sub (v128.load offset=32 (local.get $sums)) (local.get $offered)))
            (v128.store offset=48 (local.get $sums) (i32x4.sub (v128.load offset=48 (local.get $sums)) (local.get $chosen)))
            (if (local.get $own)
              (then
                (call $uses_won (i32.add (local.get $sums) (i32.const 64)) (v128.and (local.get $chosen) (local.get $shares)))
                (call $uses_won (i32.add (local.get $sums) (i32.const 112))
                  (v128.and (v128.andnot (local.get $offered) (local.get $chosen)) (local.get $shares)))))))
        (local.set $sums (i32.add (local.get $sums) (i32.const 160)))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br_if $more (i32.lt_u (local.get $at) (local.get $stop))))
      (br $seat))))

  ;; four shares of a game are added up, and their squares
  (func $uses_won (param $sums i32) (param $won v128)
    (v128.store (local.get $sums) (i32x4.add (v128.load (local.get $sums)) (local.get $won)))
    (v128.store offset=16 (local.get $sums) (i64x2.add (v128.load offset=16 (local.get $sums))
      (i64x2.extmul_low_i32x4_u (local.get $won) (local.get $won))))
    (v128.store offset=32 (local.get $sums) (i64x2.add (v128.load offset=32 (local.get $sums))
      (i64x2.extmul_high_i32x4_u (local.get $won) (local.get $won)))))

  ;; the marks of the game, four at a time: how often they were passed, in how many games, what those have won who
  ;; passed them, and the squares; last those that nobody passed
  (func $uses_marks (param $share i32) (param $won i32)
    (local $at i32) (local $stop i32) (local $sums i32) (local $shares v128) (local $passed v128)
    (local.set $stop (global.get $MARKS_AT))
    (local.set $sums (global.get $MARK_SUMS))
    (block $done (loop $seat
      (local.set $at (local.get $stop))
      (br_if $done (i32.ge_u (local.get $at) (global.get $OPTION_SUMS)))
      (local.set $stop (i32.add (local.get $at) (global.get $MARK_CELLS)))
      (local.set $shares (i32x4.splat (if (result i32) (i32.lt_u (local.get $stop) (global.get $OPTION_SUMS))
        (then (i32.mul (local.get $share) (i32.load (local.get $won))))
        (else (i32.const 0)))))
      (local.set $won (i32.add (local.get $won) (i32.const 4)))
      (loop $more
        (br_if $seat (i32.ge_u (local.get $at) (local.get $stop)))
        (local.set $passed (v128.load (local.get $at)))
        (if (v128.any_true (local.get $passed))
          (then
            (v128.store (local.get $at) (v128.const i32x4 0 0 0 0))
            (v128.store (local.get $sums) (i32x4.add (v128.load (local.get $sums)) (local.get $passed)))
            (local.set $passed (i32x4.ne (local.get $passed) (v128.const i32x4 0 0 0 0)))
            (v128.store offset=16 (local.get $sums) (i32x4.sub (v128.load offset=16 (local.get $sums)) (local.get $passed)))
            (if (v128.any_true (local.tee $passed (v128.and (local.get $passed) (local.get $shares))))
              (then (call $uses_won (i32.add (local.get $sums) (i32.const 32)) (local.get $passed))))))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (local.set $sums (i32.add (local.get $sums) (i32.const 80)))
        (br $more)))))

  ;; what the steps of the game added to counters of the score, and the squares
  (func $uses_gains
    (local $at i32) (local $n i64)
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

  ;; the decisions of the game one after the other: how many of others went before one of a seat since its last one, or
  ;; the beginning, and how many options there are
  (func $uses_course
    (local $i i32) (local $at i32) (local $noted i32) (local $before i32)
    (memory.fill (global.get $LAST) (i32.const 0) (i32.shl (global.get $PLAYERS) (i32.const 2)))
    (block $done (loop $more
      (br_if $done (i32.ge_u (local.get $i) (global.get $decisions)))
      (local.set $noted (i32.load (i32.add (global.get $JOURNAL) (i32.shl (local.get $i) (i32.const 2)))))
      (if (i32.lt_u (local.get $i) (global.get $MOST_COURSE))
        (then
          (local.set $at (i32.add (global.get $COURSE) (i32.shl (local.get $i) (i32.const 3))))
          (i32.store (local.get $at) (i32.add (i32.load (local.get $at)) (i32.const 1)))
          (i32.store offset=4 (local.get $at)
            (i32.add (i32.load offset=4 (local.get $at)) (i32.shr_u (local.get $noted) (i32.const 16))))))
      (local.set $noted (i32.and (local.get $noted) (i32.const 65535)))
      (local.set $at (i32.add (global.get $LAST) (i32.shl (local.get $noted) (i32.const 2))))
      (local.set $before (i32.sub (local.get $i) (i32.load (local.get $at))))
      (local.set $before (select (local.get $before) (i32.sub (global.get $MOST_GAP) (i32.const 1))
        (i32.lt_u (local.get $before) (global.get $MOST_GAP))))
      (local.set $before (i32.add (global.get $GAPS) (i32.shl
        (i32.add (i32.mul (local.get $noted) (global.get $MOST_GAP)) (local.get $before)) (i32.const 2))))
      (i32.store (local.get $before) (i32.add (i32.load (local.get $before)) (i32.const 1)))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (i32.store (local.get $at) (local.get $i))
      (br $more))))
