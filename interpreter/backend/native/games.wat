  ;; -- random games from their start. See docs/native.md for what the exported functions take and give.

  (global $decisions (mut i32) (i32.const 0))
  (global $real (mut i32) (i32.const 0))
  (global $most (mut i32) (i32.const 0))
  ;; whether the trap was that a game goes on for longer than `most` decisions: the state is then how it stands there
  (global $endless (export "endless") (mut i32) (i32.const 0))
  ;; whether a game of `most` decisions stops, or fails
  (global $stops (mut i32) (i32.const 0))
  (global $passes (mut i32) (i32.const 0))
  (global $spent (mut i32) (i32.const 0))
  (global $counted (mut i32) (i32.const 0))
  (global $kept (export "kept") (mut i32) (i32.const 0))
  (global $played (export "played") (mut i32) (i32.const 0))

  ;; the position of one of the options that lie before the address `stop`, by the bots' stream
  (func $picked (param $seat i32) (param $stop i32) (result i32)
    (local $n i32) (local $found i32)
    (local $low i64) (local $low0 i64) (local $low1 i64) (local $x i64) (local $y i64) (local $up i64) (local $m i64)
    (local.set $n (i32.shr_u (i32.sub (local.get $stop) (global.get $OPTIONS)) (i32.const 2)))
    (if (i32.ge_u (global.get $decisions) (global.get $most))
      (then (if (global.get $stops) (then (global.set $by_steps (i32.const 1)))
        (else (global.set $endless (i32.const 1)) (unreachable)))))
    (if (global.get $counted)
      (then
        (if (i32.ge_u (local.get $n) (global.get $MOST_OPTIONS)) (then (unreachable)))
        (i32.store (i32.add (global.get $JOURNAL) (i32.shl (global.get $decisions) (i32.const 2)))
          (i32.or (i32.shl (local.get $n) (i32.const 16)) (local.get $seat)))))
    (global.set $decisions (i32.add (global.get $decisions) (i32.const 1)))
    (global.set $real (i32.add (global.get $real) (i32.gt_u (local.get $n) (i32.const 1))))
    (global.set $passes (i32.const 0))
    (global.set $spent (i32.const 0))
    (global.set $top (global.get $arena))
    (if (global.get $never) (then (local.set $n (call $uses_allowed (local.get $seat) (local.get $n)))))
    (local.set $up (i64.load (global.get $BOTS)))
    (local.set $low (i64.load offset=8 (global.get $BOTS)))
    ;; below.wat
    ;; advance.wat
    (i64.store (global.get $BOTS) (local.get $up))
    (i64.store offset=8 (global.get $BOTS) (local.get $low))
    (if (global.get $told) (then (local.set $found (call $uses_given (local.get $n)))))
    (local.get $found))

  ;; counts the row among the outcomes: in INDEX, by hash, the address of each, which has its count before its row;
  ;; 1 if there is no room for more different ones
  (func $tally (param $row i32) (result i32)
    (local $hash i32) (local $i i32) (local $at i32)
    (local.set $hash (i32.const -2128831035))
    (loop $more
      (local.set $hash (i32.mul (i32.const 16777619)
        (i32.xor (local.get $hash) (i32.load (i32.add (local.get $row) (i32.shl (local.get $i) (i32.const 2)))))))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br_if $more (i32.lt_u (local.get $i) (global.get $FIELDS))))
    (local.set $hash (i32.xor (local.get $hash) (i32.shr_u (local.get $hash) (i32.const 15))))
    (block $counted
      (loop $probe
        (local.set $hash (i32.and (local.get $hash) (i32.sub (i32.shl (global.get $MOST_OUTCOMES) (i32.const 1)) (i32.const 1))))
        (local.set $i (i32.add (global.get $INDEX) (i32.shl (local.get $hash) (i32.const 2))))
        (local.set $at (i32.load (local.get $i)))
        (br_if $counted (i32.eqz (local.get $at)))
        (br_if $counted (call $same_row (i32.add (local.get $at) (i32.const 4)) (local.get $row)))
        (local.set $hash (i32.add (local.get $hash) (i32.const 1)))
        (br $probe)))
    (if (i32.eqz (local.get $at))
      (then
        (local.set $at (i32.add (global.get $OUTCOMES)
          (i32.mul (global.get $kept) (i32.shl (i32.add (global.get $FIELDS) (i32.const 1)) (i32.const 2)))))
        (i32.store (local.get $i) (local.get $at))
        (i32.store (local.get $at) (i32.const 0))
        (call $move (i32.add (local.get $at) (i32.const 4)) (local.get $row) (global.get $FIELDS))
        (global.set $kept (i32.add (global.get $kept) (i32.const 1)))))
    (i32.store (local.get $at) (i32.add (i32.load (local.get $at)) (i32.const 1)))
    (call $uses_listed (local.get $at))
    (i32.eq (global.get $kept) (global.get $MOST_OUTCOMES)))
  (func $same_row (param $at i32) (param $row i32) (result i32)
    (local $i i32)
    (loop $more
      (if (i32.ne (i32.load (i32.add (local.get $at) (i32.shl (local.get $i) (i32.const 2))))
                  (i32.load (i32.add (local.get $row) (i32.shl (local.get $i) (i32.const 2)))))
        (then (return (i32.const 0))))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br_if $more (i32.lt_u (local.get $i) (global.get $FIELDS))))
    (i32.const 1))

  ;; the choices of a finished game, each noted as number of options * 65536 + seat, are counted
  (func $count_choices
    (local $i i32) (local $at i32)
    (block $done
      (loop $more
        (br_if $done (i32.ge_u (local.get $i) (global.get $decisions)))
        (local.set $at (i32.load (i32.add (global.get $JOURNAL) (i32.shl (local.get $i) (i32.const 2)))))
        (local.set $at (i32.add (global.get $CHOICES) (i32.shl
          (i32.add (i32.mul (i32.shr_u (local.get $at) (i32.const 16)) (global.get $PLAYERS))
            (i32.and (local.get $at) (i32.const 65535))) (i32.const 2))))
        (i32.store (local.get $at) (i32.add (i32.load (local.get $at)) (i32.const 1)))
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (br $more))))

  ;; the random games from number `first` of a run on, `count` of them: new ones or, where `from` is the address of a
  ;; state at a decision, from there on, its stream left alone; counted or, if not, each row written by itself.
  ;; Stops early after so many decisions as `budget` says, or where there is no room for more. `played` says how many
  ;; were finished, `kept` how many different outcomes there are; a trap is about the game after these.
  (func (export "run") (param $from i32) (param $run i64) (param $first i64) (param $count i32) (param $most i32)
      (param $counted i32) (param $budget i32)
    (local $seed i64) (local $full i32) (local $row i32)
    (local.set $row (global.get $OUTCOMES))
    (global.set $by_steps (i32.const 0))
    (global.set $stops (i32.const 0))
    (global.set $endless (i32.const 0))
    (global.set $played (i32.const 0))
    (global.set $kept (i32.const 0))
    (global.set $counted (local.get $counted))
    (global.set $most (select (local.get $most) (global.get $MOST_DECISIONS)
      (i32.lt_u (local.get $most) (global.get $MOST_DECISIONS))))
    (if (local.get $counted)
      (then (memory.fill (global.get $CHOICES) (i32.const 0) (i32.sub (global.get $OUTCOMES) (global.get $CHOICES)))))
    (call $uses_clear)
    (local.set $seed (call $mix (local.get $run) (i64.const 2)))
    (loop $more
      (call $uses_begin (i64.add (local.get $first) (i64.extend_i32_u (global.get $played))))
      (global.set $decisions (i32.const 0))
      (global.set $real (i32.const 0))
      (global.set $passes (i32.const 0))
      (global.set $spent (i32.const 0))
      (if (local.get $from)
        (then (call $copy (global.get $STATE) (local.get $from)))
        (else (call $begin (global.get $STATE))))
      (call $seed_streams (global.get $STATE) (global.get $BOTS) (call $mix (i64.shr_u
        (call $mix (local.get $seed) (i64.add (local.get $first) (i64.extend_i32_u (i32.add (global.get $played) (i32.const 1)))))
        (i64.const 1)) (i64.const 1)))
      (if (global.get $told) (then (call $uses_retold)))
      (if (i32.or (i32.eqz (local.get $from)) (i32.ge_s (i32.load offset=16 (global.get $STATE)) (i32.const 0)))
        (then (call_indirect $plays (type $plays) (global.get $STATE) (i32.load offset=16 (global.get $STATE)))))
      (global.set $top (global.get $arena))
      (if (local.get $counted)
        (then
          (call $finish (global.get $STATE) (global.get $ROW))
          (call $count_choices)
          (call $uses_end (global.get $ROW))
          (local.set $full (call $tally (global.get $ROW)))
          (local.set $full (i32.or (local.get $full) (call $uses_full)))
        )
        (else
          (call $finish (global.get $STATE) (local.get $row))
          (local.set $row (i32.add (local.get $row) (i32.shl (global.get $FIELDS) (i32.const 2))))
          (local.set $full (i32.eq (global.get $played) (i32.sub (global.get $MOST_OUTCOMES) (i32.const 1))))))
      (global.set $played (i32.add (global.get $played) (i32.const 1)))
      (local.set $budget (i32.sub (local.get $budget) (global.get $decisions)))
      (if (i32.le_s (local.get $budget) (i32.const 0)) (then (return)))
      (br_if $more (i32.and (i32.eqz (local.get $full)) (i32.lt_u (global.get $played) (local.get $count))))))
