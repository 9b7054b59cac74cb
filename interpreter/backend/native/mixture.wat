  ;; -- a strategy that mixes, learned by games from the beginning: Monte Carlo CFR with external sampling (Lanctot, Waugh,
  ;; Zinkevich, Bowling 2009). In each walk one seat tries all its options, the others and chance draw. It uses the table
  ;; of the search (search.wat): an edge has its key, the regret, the sum of how likely it was taken (later walks count
  ;; more), and how often it was reached by its seat. Its node is what its seat sees, mixed with the last edge that it took:
  ;; a seat remembers what it saw and did

  (global $walks (mut i32) (i32.const 0))
  (global $walker (mut i32) (i32.const 0))
  ;; the information sets that were met, and how often they were, by the seat that tries its options
  (global $sets_met (export "sets_met") (mut i32) (i32.const 0))
  (global $meetings (export "meetings") (mut i32) (i32.const 0))
  ;; what all seats together get, and whether another end has another sum
  (global $total (mut f64) (f64.const 0))
  (global $uneven (export "uneven") (mut i32) (i32.const 0))

  ;; walks until so many ends were met, or until more decisions were made than `budget`; the memory from `room` on is
  ;; free. A trap says that the game is too large (a walk has more decisions than a game may have), or its rules fail
  (func (export "mixture") (param $key i64) (param $room i32) (param $count i32) (param $budget i32)
    (if (i32.eqz (global.get $searched))
      (then
        (global.set $walks (i32.const 0))
        (global.set $sets_met (i32.const 0))
        (global.set $meetings (i32.const 0))
        (global.set $uneven (i32.const 0))))
    (global.set $given (i32.const 0))
    (global.set $most (global.get $MOST_PLAYOUT))
    (global.set $counted (i32.const 0))
    (block $done (loop $more
      (br_if $done (i32.ge_u (global.get $searched) (local.get $count)))
      (global.set $decisions (i32.const 0))
      (global.set $walks (i32.add (global.get $walks) (i32.const 1)))
      (global.set $walker (i32.rem_u (global.get $walks) (global.get $PLAYERS)))
      (call $begin (local.get $room))
      (call $seed_streams (local.get $room) (global.get $BOTS)
        (call $mix (local.get $key) (i64.extend_i32_u (global.get $walks))))
      (call $first_stop (local.get $room))
      (drop (call $walked (local.get $room) (f64.const 1) (call $behind (local.get $room))))
      (br_if $done (global.get $uneven))
      (local.set $budget (i32.sub (local.get $budget) (global.get $decisions)))
      (br_if $more (i32.gt_s (local.get $budget) (i32.const 0))))))

  ;; behind a state lies the key of the last edge of each seat, 0 where it has taken none
  (func $memory_of (param $S i32) (param $seat i32) (result i32)
    (i32.add (i32.add (local.get $S) (global.get $SIZE)) (i32.shl (local.get $seat) (i32.const 3))))
  (func $behind (param $S i32) (result i32)
    (i32.and (i32.add (call $memory_of (local.get $S) (global.get $PLAYERS)) (i32.const 15)) (i32.const -16)))
  (func $node_of (param $S i32) (param $seat i32) (result i64)
    (call $mix (i64.load (call $memory_of (local.get $S) (local.get $seat)))
      (call_indirect $nodes (type $nodes) (local.get $S) (local.get $seat) (i32.load offset=16 (local.get $S)))))

  ;; a game that has begun plays to its first stop
  (func $first_stop (param $S i32)
    (memory.fill (call $memory_of (local.get $S) (i32.const 0)) (i32.const 0)
      (i32.shl (global.get $PLAYERS) (i32.const 3)))
    (call $step_by_step)
    (call_indirect $plays (type $plays) (local.get $S) (i32.const 0)))

  ;; what the walker gets from a state on; reach: how likely its own choices so far were
  (func $walked (param $S i32) (param $reach f64) (param $room i32) (result f64)
    (local $seat i32) (local $n i32) (local $at i32) (local $next i32) (local $mean f64)
    (block $end (loop $down
      (br_if $end (i32.lt_s (i32.load offset=16 (local.get $S)) (i32.const 0)))
      (global.set $decisions (i32.add (global.get $decisions) (i32.const 1)))
      (if (i32.ge_u (global.get $decisions) (global.get $most)) (then (unreachable)))
      (local.set $seat (call $decides (local.get $S)))
      (local.set $n (call $options (local.get $S) (local.get $seat)))
      (if (i32.eqz (local.get $n)) (then (unreachable)))
      (if (i32.gt_u (local.get $n) (i32.const 1))
        (then
          (call $list_edges (call $node_of (local.get $S) (local.get $seat)) (local.get $n) (local.get $room))
          (if (i32.eq (local.get $seat) (global.get $walker))
            (then
              (local.set $next (i32.add (local.get $room) (i32.shl (local.get $n) (i32.const 5))))
              (local.set $at (local.get $room))
              (loop $each
                (call $copy (local.get $next) (local.get $S))
                (memory.copy (call $memory_of (local.get $next) (i32.const 0)) (call $memory_of (local.get $S)
                  (i32.const 0)) (i32.shl (global.get $PLAYERS) (i32.const 3)))
                (call $take_edge (local.get $next) (local.get $seat) (local.get $at))
                (f64.store offset=16 (local.get $at) (call $walked (local.get $next)
                  (f64.mul (local.get $reach) (f64.load offset=8 (local.get $at)))
                  (call $behind (local.get $next))))
                (local.set $mean (f64.add (local.get $mean)
                  (f64.mul (f64.load offset=8 (local.get $at)) (f64.load offset=16 (local.get $at)))))
                (local.set $at (i32.add (local.get $at) (i32.const 32)))
                (br_if $each (i32.lt_u (local.get $at) (local.get $next))))
              (call $regret (local.get $room) (local.get $next) (local.get $mean) (local.get $reach))
              (return (local.get $mean))))
          (call $take_edge (local.get $S) (local.get $seat) (call $drawn_edge (local.get $room) (local.get $n)))
          (br $down)))
      (call $choose (local.get $S) (local.get $seat) (i32.load (global.get $OPTIONS)))
      (br $down)))
    (global.set $top (global.get $arena))
    (global.set $searched (i32.add (global.get $searched) (i32.const 1)))
    (call $value (local.get $S))
    (call $add_up)
    (f64.load (i32.add (global.get $VALUES) (i32.shl (global.get $walker) (i32.const 3)))))

  ;; takes an option that is listed, and remembers its edge
  (func $take_edge (param $S i32) (param $seat i32) (param $at i32)
    (i64.store (call $memory_of (local.get $S) (local.get $seat)) (i64.load (i32.load (local.get $at))))
    (call $choose (local.get $S) (local.get $seat) (i32.load offset=4 (local.get $at))))

  ;; writes for each option of a node: its edge, its number, how likely it is (32 bytes, the rest is free)
  (func $list_edges (param $node i64) (param $n i32) (param $room i32)
    (local $i i32) (local $at i32) (local $key i64) (local $edge i32) (local $all f64) (local $one f64)
    (local.set $at (local.get $room))
    (loop $each
      (local.set $key (call $edge_key (local.get $node) (local.get $i)))
      (local.set $edge (call $edge_at (local.get $key)))
      (if (i64.eqz (i64.load (local.get $edge)))
        (then
          (if (i32.eqz (global.get $edges_left)) (then (unreachable)))
          (global.set $edges_left (i32.sub (global.get $edges_left) (i32.const 1)))
          (i64.store (local.get $edge) (local.get $key))))
      (i32.store (local.get $at) (local.get $edge))
      (i32.store offset=4 (local.get $at)
        (i32.load (i32.add (global.get $OPTIONS) (i32.shl (local.get $i) (i32.const 2)))))
      (local.set $one (f64.max (f64.load offset=8 (local.get $edge)) (f64.const 0)))
      (f64.store offset=8 (local.get $at) (local.get $one))
      (local.set $all (f64.add (local.get $all) (local.get $one)))
      (local.set $at (i32.add (local.get $at) (i32.const 32)))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br_if $each (i32.lt_u (local.get $i) (local.get $n))))
    (local.set $i (i32.const 0))
    (local.set $at (local.get $room))
    (loop $each
      (f64.store offset=8 (local.get $at) (if (result f64) (f64.gt (local.get $all) (f64.const 0))
        (then (f64.div (f64.load offset=8 (local.get $at)) (local.get $all)))
        (else (f64.div (f64.const 1) (f64.convert_i32_u (local.get $n))))))
      (local.set $at (i32.add (local.get $at) (i32.const 32)))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br_if $each (i32.lt_u (local.get $i) (local.get $n)))))

  ;; one of n listed options, drawn as likely as it is
  (func $drawn_edge (param $at i32) (param $n i32) (result i32)
    (local $x f64)
    (local.set $x (f64.div (f64.convert_i32_u (call $drawn (i32.const 1048576))) (f64.const 1048576)))
    (block $found (loop $more
      (local.set $x (f64.sub (local.get $x) (f64.load offset=8 (local.get $at))))
      (br_if $found (f64.lt (local.get $x) (f64.const 0)))
      (local.set $n (i32.sub (local.get $n) (i32.const 1)))
      (br_if $found (i32.eqz (local.get $n)))
      (local.set $at (i32.add (local.get $at) (i32.const 32)))
      (br $more)))
    (local.get $at))

  ;; the regret of each option that the walker tried, and how likely it was, go to its edge
  (func $regret (param $at i32) (param $end i32) (param $mean f64) (param $reach f64)
    (local $edge i32)
    (local.set $edge (i32.load (local.get $at)))
    (global.set $meetings (i32.add (global.get $meetings) (i32.const 1)))
    (if (i32.eqz (i32.load offset=24 (local.get $edge)))
      (then (global.set $sets_met (i32.add (global.get $sets_met) (i32.const 1)))))
    (local.set $reach (f64.mul (local.get $reach) (f64.convert_i32_u (global.get $walks))))
    (loop $each
      (local.set $edge (i32.load (local.get $at)))
      (i32.store offset=24 (local.get $edge) (i32.add (i32.load offset=24 (local.get $edge)) (i32.const 1)))
      (f64.store offset=8 (local.get $edge) (f64.add (f64.load offset=8 (local.get $edge))
        (f64.sub (f64.load offset=16 (local.get $at)) (local.get $mean))))
      (f64.store offset=16 (local.get $edge) (f64.add (f64.load offset=16 (local.get $edge))
        (f64.mul (local.get $reach) (f64.load offset=8 (local.get $at)))))
      (local.set $at (i32.add (local.get $at) (i32.const 32)))
      (br_if $each (i32.lt_u (local.get $at) (local.get $end)))))

  ;; one end tells what all get together; each other one should tell the same
  (func $add_up
    (local $at i32) (local $sum f64)
    (local.set $at (global.get $VALUES))
    (loop $each
      (local.set $sum (f64.add (local.get $sum) (f64.load (local.get $at))))
      (local.set $at (i32.add (local.get $at) (i32.const 8)))
      (br_if $each (i32.lt_u (local.get $at) (global.get $VALUES_END))))
    (if (i32.eq (global.get $searched) (i32.const 1)) (then (global.set $total (local.get $sum))))
    (if (f64.gt (f64.abs (f64.sub (local.get $sum) (global.get $total))) (f64.const 1e-9))
      (then (global.set $uneven (i32.const 1)))))

  ;; the edge of each option of a seat that has to decide is copied to JOURNAL, as `tell` does, after choices that are
  ;; given: seat and position of each, from an address up to another; from there on lie the results of chance. How many
  (func (export "tell_mixture") (param $S i32) (param $seat i32) (param $at i32) (param $stop i32) (param $end i32)
      (result i32)
    (local $who i32) (local $n i32) (local $option i32) (local $i i32) (local $to i32) (local $key i64)
    (global.set $given (local.get $stop))
    (global.set $given_end (local.get $end))
    (call $begin (local.get $S))
    (call $first_stop (local.get $S))
    (block $done (loop $more
      (br_if $done (i32.ge_u (local.get $at) (local.get $stop)))
      (local.set $who (i32.load (local.get $at)))
      (local.set $n (call $options (local.get $S) (local.get $who)))
      (if (i32.ge_u (i32.load offset=4 (local.get $at)) (local.get $n)) (then (unreachable)))
      (local.set $option (i32.load (i32.add (global.get $OPTIONS)
        (i32.shl (i32.load offset=4 (local.get $at)) (i32.const 2)))))
      (if (i32.gt_u (local.get $n) (i32.const 1))
        (then
          (local.set $key (call $node_of (local.get $S) (local.get $who)))
          (i64.store (call $memory_of (local.get $S) (local.get $who))
            (call $edge_key (local.get $key) (i32.load offset=4 (local.get $at))))))
      (call $choose (local.get $S) (local.get $who) (local.get $option))
      (local.set $at (i32.add (local.get $at) (i32.const 8)))
      (br $more)))
    (global.set $given (i32.const 0))
    (local.set $n (call $options (local.get $S) (local.get $seat)))
    (local.set $key (call $node_of (local.get $S) (local.get $seat)))
    (local.set $to (global.get $JOURNAL))
    (loop $each
      (memory.copy (local.get $to) (call $edge_at (call $edge_key (local.get $key) (local.get $i))) (i32.const 32))
      (local.set $to (i32.add (local.get $to) (i32.const 32)))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br_if $each (i32.lt_u (local.get $i) (local.get $n))))
    (local.get $n))

