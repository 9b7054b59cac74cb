  ;; -- states that are played step by step, at any address. See docs/native.md for what is exported.

  ;; where the results of chance lie that are given, and where they end; 0: chance draws. While it branches, more are
  ;; added as they are needed, each 0 at first; among how many each is lies 1024 bytes behind it
  (global $branching (mut i32) (i32.const 0))
  (global $given (mut i32) (i32.const 0))
  (global $given_end (mut i32) (i32.const 0))
  (func $told (param $n i32) (result i32)
    (local $found i32)
    (if (i32.ge_u (global.get $given) (global.get $given_end))
      (then
        (if (i32.eqz (global.get $branching)) (then (unreachable)))
        (i32.store (global.get $given) (i32.const 0))
        (global.set $given_end (i32.add (global.get $given_end) (i32.const 4)))))
    (if (global.get $branching) (then (call $noted_draw (local.get $n))))
    (local.set $found (i32.load (global.get $given)))
    (if (i32.ge_u (local.get $found) (local.get $n)) (then (unreachable)))
    (global.set $given (i32.add (global.get $given) (i32.const 4)))
    (local.get $found))

  (func $noted_draw (param $n i32)
    (if (i32.eq (i32.and (global.get $given) (i32.const 1023)) (i32.const 1020)) (then (unreachable)))
    (i32.store offset=1024 (global.get $given) (local.get $n)))

  ;; 1: the game stops at each decision; 2: it is looked at more closely there, or some options are never chosen
  (global $by_steps (mut i32) (i32.const 0))
  (func $step_by_step
    (global.set $by_steps (i32.const 1))
    (global.set $passes (i32.const 0))
    (global.set $spent (i32.const 0))
    (global.set $top (global.get $arena)))

  ;; a new game up to its first decision
  (func (export "start") (param $S i32) (param $upper i64) (param $lower i64)
    (i64.store (local.get $S) (local.get $upper))
    (i64.store offset=8 (local.get $S) (local.get $lower))
    (call $begin (local.get $S))
    (call $step_by_step)
    (call_indirect $plays (type $plays) (local.get $S) (i32.const 0)))

  ;; lists what a seat is offered, from OPTIONS on; how many
  (func $options (export "options") (param $S i32) (param $seat i32) (result i32)
    (global.set $top (global.get $arena))
    (i32.shr_u (i32.sub (call_indirect $offers (type $offers) (local.get $S) (local.get $seat) (global.get $OPTIONS)
      (i32.load offset=16 (local.get $S))) (global.get $OPTIONS)) (i32.const 2)))

  ;; takes an option that is offered, and plays on
  (func $choose (export "choose") (param $S i32) (param $seat i32) (param $option i32)
    (call $step_by_step)
    (call_indirect $takes (type $takes) (local.get $S) (local.get $option) (local.get $seat)
      (i32.load offset=16 (local.get $S))))

  ;; the seat that decides next, the first of several
  (func $decides (export "decides") (param $S i32) (result i32)
    (call_indirect $seats (type $seats) (local.get $S) (i32.load offset=16 (local.get $S))))

  ;; makes choices that are given, the positions of options, from an address up to another; chance likewise, if there
  ;; are results of it (else it draws). How many choices were made: fewer where the game is over
  (func (export "replay") (param $S i32) (param $at i32) (param $stop i32) (param $given i32) (param $given_end i32)
      (result i32)
    (local $begun i32) (local $seat i32)
    (local.set $begun (local.get $at))
    (global.set $given (local.get $given))
    (global.set $given_end (local.get $given_end))
    (block $done (loop $more
      (br_if $done (i32.ge_u (local.get $at) (local.get $stop)))
      (br_if $done (i32.lt_s (i32.load offset=16 (local.get $S)) (i32.const 0)))
      (local.set $seat (call $decides (local.get $S)))
      (if (i32.ge_u (i32.load (local.get $at)) (call $options (local.get $S) (local.get $seat))) (then (unreachable)))
      (call $choose (local.get $S) (local.get $seat)
        (i32.load (i32.add (global.get $OPTIONS) (i32.shl (i32.load (local.get $at)) (i32.const 2)))))
      (local.set $at (i32.add (local.get $at) (i32.const 4)))
      (br $more)))
    (global.set $given (i32.const 0))
    (i32.shr_u (i32.sub (local.get $at) (local.get $begun)) (i32.const 2)))

  ;; one number for all that a state is: equal states have equal ones
  (func (export "hash") (param $S i32) (result i64)
    (local $hash i64) (local $z i32) (local $at i32)
    (local.set $hash (call $hashed (i64.const -3750763034362895579) (local.get $S)
      (i32.add (local.get $S) (i32.load (global.get $ZONES)))))
    (loop $more
      (local.set $at (i32.add (local.get $S) (i32.load (i32.add (global.get $ZONES) (i32.shl (local.get $z) (i32.const 2))))))
      (local.set $hash (call $hashed (local.get $hash) (local.get $at)
        (i32.add (local.get $at) (i32.add (i32.const 4) (i32.shl (i32.load (local.get $at)) (i32.const 2))))))
      (local.set $z (i32.add (local.get $z) (i32.const 1)))
      (br_if $more (i32.lt_u (local.get $z) (global.get $LISTS))))
    (local.get $hash))
  (func $hashed (param $hash i64) (param $at i32) (param $stop i32) (result i64)
    (loop $more
      (local.set $hash (i64.mul (i64.xor (local.get $hash) (i64.load32_u (local.get $at))) (i64.const 1099511628211)))
      (local.set $hash (i64.xor (local.get $hash) (i64.shr_u (local.get $hash) (i64.const 29))))
      (local.set $at (i32.add (local.get $at) (i32.const 4)))
      (br_if $more (i32.lt_u (local.get $at) (local.get $stop))))
    (local.get $hash))

  ;; in how many ways the game can go on for so many choices; the memory from `room` on is free
  (func $ways (export "ways") (param $S i32) (param $depth i32) (param $room i32) (result i64)
    (local $n i32) (local $i i32) (local $seat i32) (local $next i32) (local $found i64)
    (if (i32.eqz (local.get $depth)) (then (return (i64.const 1))))
    (if (i32.lt_s (i32.load offset=16 (local.get $S)) (i32.const 0)) (then (return (i64.const 0))))
    (local.set $seat (call $decides (local.get $S)))
    (local.set $n (call $options (local.get $S) (local.get $seat)))
    (if (i32.eq (local.get $depth) (i32.const 1)) (then (return (i64.extend_i32_u (local.get $n)))))
    (call $move (local.get $room) (global.get $OPTIONS) (local.get $n))
    (local.set $next (i32.add (local.get $room) (i32.and (i32.add (i32.shl (local.get $n) (i32.const 2)) (i32.const 15)) (i32.const -16))))
    (block $done (loop $more
      (br_if $done (i32.ge_u (local.get $i) (local.get $n)))
      (call $copy (local.get $next) (local.get $S))
      (call $choose (local.get $next) (local.get $seat)
        (i32.load (i32.add (local.get $room) (i32.shl (local.get $i) (i32.const 2)))))
      (local.set $found (i64.add (local.get $found)
        (call $ways (local.get $next) (i32.sub (local.get $depth) (i32.const 1)) (i32.add (local.get $next) (global.get $SIZE)))))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br $more)))
    (local.get $found))
