  ;; -- information set Monte Carlo tree search. See docs/bots.md for what it does, search_results.py for how it is called.
  ;; The tree is a table of edges, found by what the seat that decides sees and by the option. An edge has its key, the
  ;; sum and the sum of squares of the payoffs of that seat (8 bytes each), how often it was taken and how often offered.
  ;; The top two bits of the last say what is proven of it: 1 it loses, 2 nobody wins, 3 it wins (MCTS-Solver)

  (global $ROOT i64 (i64.const 1))
  (global $searcher (mut i32) (i32.const 0))
  (global $offered (mut i32) (i32.const 0))
  (global $edge_mask (mut i32) (i32.const 0))
  (global $edges_left (mut i32) (i32.const 0))
  ;; iterations begun; those that came to an end are the visits of the options
  (global $searched (export "searched") (mut i32) (i32.const 0))
  (global $lowest (mut f64) (f64.const 0))
  (global $highest (mut f64) (f64.const 0))
  ;; where the way of an iteration ends that lies from PATH on: edges, and the seats that decided
  (global $path (mut i32) (i32.const 0))
  (global $scale (mut f64) (f64.const 0))
  (global $explores f64 (f64.const 0.7))
  ;; a table: for each option at the node the first that is the same to players (0: none is)
  (global $alike (mut i32) (i32.const 0))
  (global $edge (mut i32) (i32.const 0))
  ;; whether ends are proofs: two players, nothing hidden, no chance, a victory or none
  (global $proving (export "proving") (mut i32) (i32.const 0))
  ;; what is proven of the node whose option was selected last, if anything
  (global $proven (mut i32) (i32.const 0))

  ;; a new tree for a seat that has to decide in the state that is laid, with so many options; there is room for `edges`
  ;; (a power of two) in the table
  (func (export "plant") (param $seat i32) (param $offered i32) (param $edges i32) (param $key i64)
    (global.set $searcher (local.get $seat))
    (global.set $offered (local.get $offered))
    (global.set $edge_mask (i32.sub (local.get $edges) (i32.const 1)))
    (global.set $edges_left (i32.sub (local.get $edges) (i32.shr_u (local.get $edges) (i32.const 2))))
    (memory.fill (global.get $EDGES) (i32.const 0) (i32.shl (local.get $edges) (i32.const 5)))
    (global.set $searched (i32.const 0))
    (global.set $path (global.get $PATH))
    (call $seed_streams (global.get $SAMPLING) (global.get $BOTS) (local.get $key))
    (global.set $lowest (f64.const inf))
    (global.set $highest (f64.const -inf))
    (global.set $scale (f64.const 0)))

  ;; goes on until `count` iterations have begun, or until more decisions were made than `budget`
  (func (export "search") (param $count i32) (param $budget i32)
    (call $give_up)
    (block $done (loop $more
      (br_if $done (i32.ge_u (global.get $searched) (local.get $count)))
      (global.set $searched (i32.add (global.get $searched) (i32.const 1)))
      (global.set $decisions (i32.const 0))
      (call $iteration (global.get $STATE))
      (local.set $budget (i32.sub (local.get $budget) (global.get $decisions)))
      (br_if $more (i32.gt_s (local.get $budget) (i32.const 0))))))

  ;; the edge of each option of the root: its record is copied to JOURNAL, zeros where it was not tried
  (func (export "tell")
    (local $i i32) (local $at i32) (local $to i32)
    (call $give_up)
    (local.set $to (global.get $JOURNAL))
    (block $done (loop $more
      (br_if $done (i32.ge_u (local.get $i) (global.get $offered)))
      (local.set $at (call $edge_at (call $edge_key (global.get $ROOT) (local.get $i))))
      (memory.copy (local.get $to) (local.get $at) (i32.const 32))
      (local.set $to (i32.add (local.get $to) (i32.const 32)))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br $more))))

  ;; one way through a state that fits what is known: down the tree, one edge more, at random to the end
  (func $iteration (param $S i32)
    (local $seat i32) (local $n i32) (local $node i64) (local $position i32) (local $option i32)
    (local $inside i32) (local $sure i32) (local $decided i32)
    (call $sampled (local.get $S))
    (global.set $path (global.get $PATH))
    (local.set $seat (global.get $searcher))
    (local.set $n (global.get $offered))
    (local.set $node (global.get $ROOT))
    (block $out (loop $down
      (local.set $position (i32.const 0))
      (local.set $inside (i32.const 1))
      (if (i64.ne (local.get $node) (i64.const 0))
        (then
          (local.set $position (call $selected (local.get $n) (local.get $node)))
          (local.set $inside (i32.const 0))
          (local.set $sure (i32.const 0))
          (if (global.get $proven) (then (return (call $pass_proof (local.get $seat)))))
          (if (global.get $edge)
            (then
              (local.set $sure (global.get $proving))
              (local.set $inside (i32.and (i32.ne (i32.load offset=24 (global.get $edge)) (i32.const 0))
                (i32.lt_u (global.get $path) (global.get $PATH_END))))
              (i32.store (global.get $path) (global.get $edge))
              (i32.store offset=4 (global.get $path) (local.get $seat))
              (global.set $path (i32.add (global.get $path) (i32.const 8)))))))
      (local.set $option (i32.load (i32.add (global.get $OPTIONS) (i32.shl (local.get $position) (i32.const 2)))))
      (global.set $decisions (i32.add (global.get $decisions) (i32.const 1)))
      (local.set $decided (global.get $decisions))
      (global.set $by_steps (local.get $inside))
      (global.set $passes (i32.const 0))
      (global.set $spent (i32.const 0))
      (global.set $top (global.get $arena))
      (call_indirect $takes (type $takes) (local.get $S) (local.get $option) (local.get $seat)
        (i32.load offset=16 (local.get $S)))
      (br_if $out (i32.eqz (local.get $inside)))
      (br_if $out (i32.lt_s (i32.load offset=16 (local.get $S)) (i32.const 0)))
      (br_if $out (i32.ge_u (global.get $decisions) (global.get $most)))
      (local.set $seat (call $decides (local.get $S)))
      (local.set $n (call $options (local.get $S) (local.get $seat)))
      (if (i32.eqz (local.get $n)) (then (unreachable)))
      (local.set $node (i64.const 0))
      (if (i32.gt_u (local.get $n) (i32.const 1))
        (then (local.set $node (call_indirect $nodes (type $nodes) (local.get $S) (local.get $seat)
          (i32.load offset=16 (local.get $S))))))
      (br $down)))
    (global.set $top (global.get $arena))
    (call $value (local.get $S))
    ;; the game is over without a choice since the last edge
    (if (i32.and (i32.and (local.get $sure) (i32.eq (local.get $decided) (global.get $decisions)))
          (i32.lt_s (i32.load offset=16 (local.get $S)) (i32.const 0)))
      (then (call $prove_by_value)))
    (call $tell_way))

  ;; the game is over: what it came to for the seat of the last edge of the way is proven of that edge
  (func $prove_by_value
    (call $prove (i32.add (i32.const 2) (i32.trunc_f64_s (f64.load (i32.add (global.get $VALUES)
      (i32.shl (i32.load (i32.sub (global.get $path) (i32.const 4))) (i32.const 3))))))))

  ;; the last edge of the way is proven
  (func $prove (param $proof i32)
    (local $edge i32)
    (local.set $edge (i32.load (i32.sub (global.get $path) (i32.const 8))))
    (i32.store offset=28 (local.get $edge) (i32.or (i32.and (i32.load offset=28 (local.get $edge)) (i32.const 0x3fffffff))
      (i32.shl (local.get $proof) (i32.const 30)))))

  ;; what is proven of a node at which a seat decides is proven of the edge that leads there; the way ends
  (func $pass_proof (param $seat i32)
    (local $value f64)
    (if (i32.gt_u (global.get $path) (global.get $PATH))
      (then (call $prove (select (global.get $proven) (i32.sub (i32.const 4) (global.get $proven))
        (i32.eq (i32.load (i32.sub (global.get $path) (i32.const 4))) (local.get $seat))))))
    (i32.store (global.get $path) (global.get $edge))
    (i32.store offset=4 (global.get $path) (local.get $seat))
    (global.set $path (i32.add (global.get $path) (i32.const 8)))
    (local.set $value (f64.convert_i32_s (i32.sub (global.get $proven) (i32.const 2))))
    (f64.store (global.get $VALUES) (local.get $value))
    (f64.store offset=8 (global.get $VALUES) (local.get $value))
    (local.set $seat (i32.shl (i32.sub (i32.const 1) (local.get $seat)) (i32.const 3)))
    (f64.store (i32.add (global.get $VALUES) (local.get $seat)) (f64.neg (local.get $value)))
    (call $tell_way))

  ;; what lies in VALUES goes to the edges of the way
  (func $tell_way
    (block $done (loop $up
      (br_if $done (i32.le_u (global.get $path) (global.get $PATH)))
      (global.set $path (i32.sub (global.get $path) (i32.const 8)))
      (call $visited (i32.load (global.get $path))
        (f64.load (i32.add (global.get $VALUES) (i32.shl (i32.load offset=4 (global.get $path)) (i32.const 3)))))
      (br $up))))

  ;; random games instead of a tree: of each sample the option at a position is taken. The sums of what they came to for
  ;; each seat lie behind VALUES, `finished` is how many came to an end. By standing: how far each seat is ahead right
  ;; after the option, if that can be said; a game that is over counts more than all that
  (global $finished (export "finished") (mut i32) (i32.const 0))
  (func (export "rollouts") (param $position i32) (param $by_standing i32) (param $count i32) (param $budget i32)
    (local $at i32)
    (if (i32.eqz (global.get $searched))
      (then
        (global.set $finished (i32.const 0))
        (memory.fill (global.get $VALUES_END) (i32.const 0) (i32.sub (global.get $VALUES_END) (global.get $VALUES)))))
    (block $done (loop $more
      (br_if $done (i32.ge_u (global.get $searched) (local.get $count)))
      (global.set $searched (i32.add (global.get $searched) (i32.const 1)))
      (global.set $decisions (i32.const 0))
      (call $rollout (global.get $STATE) (local.get $position) (local.get $by_standing))
      (global.set $finished (i32.add (global.get $finished) (i32.const 1)))
      (local.set $at (global.get $VALUES))
      (loop $each
        (f64.store (i32.add (local.get $at) (i32.sub (global.get $VALUES_END) (global.get $VALUES)))
          (f64.add (f64.load (i32.add (local.get $at) (i32.sub (global.get $VALUES_END) (global.get $VALUES))))
            (f64.load (local.get $at))))
        (local.set $at (i32.add (local.get $at) (i32.const 8)))
        (br_if $each (i32.lt_u (local.get $at) (global.get $VALUES_END))))
      (local.set $budget (i32.sub (local.get $budget) (i32.add (global.get $decisions) (i32.const 1))))
      (br_if $more (i32.gt_s (local.get $budget) (i32.const 0))))))

  (func $rollout (param $S i32) (param $position i32) (param $by_standing i32)
    (local $at i32)
    (call $sampled (local.get $S))
    (global.set $by_steps (local.get $by_standing))
    (global.set $passes (i32.const 0))
    (global.set $spent (i32.const 0))
    (global.set $top (global.get $arena))
    (call_indirect $takes (type $takes) (local.get $S)
      (i32.load (i32.add (global.get $OPTIONS) (i32.shl (local.get $position) (i32.const 2))))
      (global.get $searcher) (i32.load offset=16 (local.get $S)))
    (global.set $top (global.get $arena))
    (if (i32.eqz (local.get $by_standing)) (then (call $value (local.get $S)) (return)))
    (if (i32.eqz (call $lead (local.get $S) (global.get $VALUES)))
      (then
        (global.set $by_steps (i32.const 0))
        (if (i32.ge_s (i32.load offset=16 (local.get $S)) (i32.const 0))
          (then (call_indirect $plays (type $plays) (local.get $S) (i32.load offset=16 (local.get $S)))))
        (global.set $top (global.get $arena))
        (call $value (local.get $S))
        (return)))
    (if (i32.ge_s (i32.load offset=16 (local.get $S)) (i32.const 0)) (then (return)))
    ;; over: what it comes to goes on top of the standing, which lies in PATH meanwhile
    (memory.copy (global.get $PATH) (global.get $VALUES) (i32.sub (global.get $VALUES_END) (global.get $VALUES)))
    (global.set $top (global.get $arena))
    (call $value (local.get $S))
    (local.set $at (global.get $VALUES))
    (loop $more
      (f64.store (local.get $at) (f64.add (f64.mul (f64.load (local.get $at)) (f64.const 1e6))
        (f64.load (i32.add (local.get $at) (i32.sub (global.get $PATH) (global.get $VALUES))))))
      (local.set $at (i32.add (local.get $at) (i32.const 8)))
      (br_if $more (i32.lt_u (local.get $at) (global.get $VALUES_END)))))

  ;; a sample, with the options of the seat that searches listed in the order of the sheet
  (func $sampled (param $S i32)
    (local $i i32)
    (global.set $stops (i32.const 1))
    (global.set $counted (i32.const 0))
    (global.set $most (global.get $MOST_PLAYOUT))
    (call $sample (local.get $S))
    (loop $more
      (i32.store (i32.add (global.get $OPTIONS) (i32.shl (local.get $i) (i32.const 2))) (call $own_option (local.get $i)))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br_if $more (i32.lt_u (local.get $i) (global.get $offered)))))

  (func $visited (param $edge i32) (param $value f64)
    (i32.store offset=24 (local.get $edge) (i32.add (i32.load offset=24 (local.get $edge)) (i32.const 1)))
    (f64.store offset=8 (local.get $edge) (f64.add (f64.load offset=8 (local.get $edge)) (local.get $value)))
    (f64.store offset=16 (local.get $edge)
      (f64.add (f64.load offset=16 (local.get $edge)) (f64.mul (local.get $value) (local.get $value)))))

  ;; where the rules have failed on a way it counts as undecided, or it would be gone again and again
  (func $give_up
    (if (i32.gt_u (global.get $path) (global.get $PATH)) (then (call $undecided) (call $tell_way))))

  ;; the middle of what was met so far goes to VALUES
  (func $undecided
    (local $at i32) (local $x f64)
    (if (f64.lt (global.get $lowest) (global.get $highest))
      (then (local.set $x (f64.mul (f64.add (global.get $lowest) (global.get $highest)) (f64.const 0.5)))))
    (local.set $at (global.get $VALUES))
    (loop $even
      (f64.store (local.get $at) (local.get $x))
      (local.set $at (i32.add (local.get $at) (i32.const 8)))
      (br_if $even (i32.lt_u (local.get $at) (global.get $VALUES_END)))))

  ;; what the game came to for each seat goes to VALUES; of one that was stopped the middle of what was met so far
  (func $value (param $S i32)
    (local $at i32) (local $x f64)
    (if (i32.lt_s (i32.load offset=16 (local.get $S)) (i32.const 0))
      (then
        (call $finish (local.get $S) (global.get $ROW))
        (call $payoffs (global.get $ROW) (global.get $VALUES)))
      (else (call $undecided)))
    (local.set $at (global.get $VALUES))
    (loop $more
      (local.set $x (f64.load (local.get $at)))
      (global.set $lowest (f64.min (global.get $lowest) (local.get $x)))
      (global.set $highest (f64.max (global.get $highest) (local.get $x)))
      (local.set $at (i32.add (local.get $at) (i32.const 8)))
      (br_if $more (i32.lt_u (local.get $at) (global.get $VALUES_END))))
    (if (f64.lt (global.get $lowest) (global.get $highest))
      (then (global.set $scale (f64.div (f64.const 1) (f64.sub (global.get $highest) (global.get $lowest)))))))

  ;; the position of the option to take at a node: one that was never taken, at random, else the one with the best upper
  ;; bound; a proven one if that decides, which $proven tells. $edge is its edge, 0 if there is no room for a new one
  (func $selected (param $n i32) (param $node i64) (result i32)
    (local $i i32) (local $at i32) (local $new i32) (local $visits f64) (local $bound f64) (local $best f64)
    (local $found i32) (local $key i64) (local $proof i32) (local $unproven i32) (local $proven_at i32)
    (local.set $best (f64.const -inf))
    (global.set $proven (i32.const 0))
    (loop $each
      (local.set $key (call $edge_key (local.get $node) (local.get $i)))
      (local.set $at (call $edge_at (local.get $key)))
      (i32.store (i32.add (global.get $TRIED) (i32.shl (local.get $i) (i32.const 2))) (local.get $at))
      (local.set $proof (i32.shr_u (i32.load offset=28 (local.get $at)) (i32.const 30)))
      (local.set $unproven (i32.or (local.get $unproven) (i32.eqz (local.get $proof))))
      (if (i32.gt_u (local.get $proof) (global.get $proven))
        (then
          (global.set $proven (local.get $proof))
          (local.set $proven_at (local.get $i))))
      (if (i32.load offset=24 (local.get $at))
        (then
          (i32.store offset=28 (local.get $at) (i32.add (i32.load offset=28 (local.get $at)) (i32.const 1)))
          (if (i32.and (i32.eqz (local.get $new)) (i32.ne (local.get $proof) (i32.const 1)))
            (then
              (local.set $visits (f64.div (f64.const 1) (f64.convert_i32_u (i32.load offset=24 (local.get $at)))))
              (local.set $bound (f64.add
                (f64.mul (f64.sub (f64.mul (f64.load offset=8 (local.get $at)) (local.get $visits)) (global.get $lowest))
                  (global.get $scale))
                (f64.mul (global.get $explores)
                  (f64.sqrt (f64.mul (call $ln (i32.and (i32.load offset=28 (local.get $at)) (i32.const 0x3fffffff))) (local.get $visits))))))
              (if (f64.gt (local.get $bound) (local.get $best))
                (then
                  (local.set $best (local.get $bound))
                  (global.set $edge (local.get $at))
                  (local.set $found (local.get $i)))))))
        (else (local.set $new (i32.add (local.get $new) (i32.const 1)))))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br_if $each (i32.lt_u (local.get $i) (local.get $n))))
    ;; a victory decides, and so does the best where all are proven
    (if (i32.or (i32.eq (global.get $proven) (i32.const 3)) (i32.eqz (local.get $unproven)))
      (then
        (global.set $edge (i32.load (i32.add (global.get $TRIED) (i32.shl (local.get $proven_at) (i32.const 2)))))
        (return (local.get $proven_at))))
    (global.set $proven (i32.const 0))
    (if (i32.eqz (local.get $new)) (then (return (local.get $found))))
    (local.set $new (call $drawn (local.get $new)))
    (local.set $found (i32.const -1))
    (loop $seek
      (local.set $found (i32.add (local.get $found) (i32.const 1)))
      (local.set $at (i32.load (i32.add (global.get $TRIED) (i32.shl (local.get $found) (i32.const 2)))))
      (br_if $seek (i32.load offset=24 (local.get $at)))
      (local.set $new (i32.sub (local.get $new) (i32.const 1)))
      (br_if $seek (i32.ge_s (local.get $new) (i32.const 0))))
    (if (i64.eqz (i64.load (local.get $at)))
      (then
        (if (i32.eqz (global.get $edges_left))
          (then (local.set $at (i32.const 0)))
          (else
            (global.set $edges_left (i32.sub (global.get $edges_left) (i32.const 1)))
            (i32.store offset=28 (local.get $at) (i32.const 1))
            (i64.store (local.get $at) (call $edge_key (local.get $node) (local.get $found)))))))
    (global.set $edge (local.get $at))
    (local.get $found))

  ;; the key of the edge of the option at a position: of those of the root the position itself counts, as the numbers of
  ;; cards that the seat cannot tell apart may differ
  (func $edge_key (param $node i64) (param $i i32) (result i64)
    (if (i64.ne (local.get $node) (global.get $ROOT))
      (then
        (local.set $i (i32.load (i32.add (global.get $OPTIONS) (i32.shl (local.get $i) (i32.const 2)))))
        (if (global.get $alike)
          (then (local.set $i (i32.load (i32.add (global.get $alike) (i32.shl (local.get $i) (i32.const 2)))))))))
    (call $mix (local.get $node) (i64.extend_i32_s (local.get $i))))

  ;; where the edge with a key lies, or may lie
  (func $edge_at (param $key i64) (result i32)
    (local $i i32) (local $at i32) (local $its i64)
    (local.set $i (i32.wrap_i64 (local.get $key)))
    (block $found (loop $probe
      (local.set $at (i32.add (global.get $EDGES) (i32.shl (i32.and (local.get $i) (global.get $edge_mask)) (i32.const 5))))
      (local.set $its (i64.load (local.get $at)))
      (br_if $found (i64.eq (local.get $its) (local.get $key)))
      (br_if $found (i64.eqz (local.get $its)))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br $probe)))
    (local.get $at))

  ;; the natural logarithm, near enough for bounds and the same on every machine: exponent, and a parabola for the rest
  (func $ln (param $n i32) (result f64)
    (local $bits i64) (local $m f64)
    (local.set $bits (i64.reinterpret_f64 (f64.convert_i32_u (local.get $n))))
    (local.set $m (f64.sub (f64.reinterpret_i64 (i64.or (i64.and (local.get $bits) (i64.const 0xfffffffffffff))
      (i64.const 0x3ff0000000000000))) (f64.const 1)))
    (f64.mul (f64.const 0.6931471805599453)
      (f64.add (f64.convert_i64_s (i64.sub (i64.shr_u (local.get $bits) (i64.const 52)) (i64.const 1023)))
        (f64.mul (local.get $m) (f64.sub (f64.const 1.3465) (f64.mul (f64.const 0.3465) (local.get $m)))))))

  ;; a number below n from the bots' stream, which is a step ahead
  (func $drawn (param $n i32) (result i32)
    (local $found i32)
    (local $low i64) (local $low0 i64) (local $low1 i64) (local $x i64) (local $y i64) (local $up i64) (local $m i64)
    (local.set $up (i64.load (global.get $BOTS)))
    (local.set $low (i64.load offset=8 (global.get $BOTS)))
    ;; below.wat
    ;; advance.wat
    (i64.store (global.get $BOTS) (local.get $up))
    (i64.store offset=8 (global.get $BOTS) (local.get $low))
    (local.get $found))
