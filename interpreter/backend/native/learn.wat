  ;; -- a small net: rows of a position, 32 hidden units, a value and a quality for each option. See docs/bots.md for what
  ;; it is, features.py for the rows. Numbers are added in a fixed order, so that every machine comes to the same.
  ;; The net lies from NET on: the head (32 weights, a bias), the rows of positions (32 weights each), those of options
  ;; (32 weights, a bias); behind it, at the same distance for all, the sum of squares of each weight's slopes.

  ;; payoffs as shares: the least that counts, and what a payoff's step is worth
  (global $pay_low (export "pay_low") (mut f64) (f64.const 0))
  (global $pay_scale (export "pay_scale") (mut f64) (f64.const 1))
  ;; where the rows of the options lie of the decision that was looked at last, and where the rows of the position end
  (global $option_rows (mut i32) (i32.const 0))
  (global $rows_end (export "rows_end") (mut i32) (i32.const 0))
  ;; a game of learning that goes on for longer counts as undecided
  (global $MOST_LEARNED i32 (i32.const 1500))

  ;; -- rows, called by what features.py writes

  (func $turned (param $value i32) (param $seat i32) (result i32)
    (if (i32.lt_s (local.get $value) (i32.const 0)) (then (return (i32.const 0))))
    (local.set $value (i32.sub (local.get $value) (local.get $seat)))
    (i32.add (i32.const 1) (select (i32.add (local.get $value) (global.get $PLAYERS)) (local.get $value)
      (i32.lt_s (local.get $value) (i32.const 0)))))
  (func $fewer (param $n i32) (param $most i32) (result i32)
    (select (local.get $n) (local.get $most) (i32.lt_s (local.get $n) (local.get $most))))
  (func $one_by_one (param $above i32) (param $most i32) (result i32)
    (if (i32.lt_s (local.get $above) (i32.const 0)) (then (return (i32.const 0))))
    (i32.add (i32.const 1) (call $fewer (local.get $above) (local.get $most))))
  (func $bucket (param $above i32) (result i32)
    (if (i32.lt_s (local.get $above) (i32.const 0)) (then (return (i32.const 0))))
    (if (i32.lt_s (local.get $above) (i32.const 16)) (then (return (i32.add (local.get $above) (i32.const 1)))))
    (i32.sub (i32.const 44) (i32.clz (local.get $above))))
  (func $cards (param $at i32) (param $looks i32) (param $base i32) (param $o i32) (result i32)
    (local $end i32)
    (local.set $end (i32.add (local.get $at) (i32.shl (i32.load (local.get $at)) (i32.const 2))))
    (block $done (loop $more
      (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
      (local.set $at (i32.add (local.get $at) (i32.const 4)))
      (i32.store (local.get $o) (i32.add (local.get $base)
        (i32.load offset=4 (i32.add (local.get $looks) (i32.shl (i32.load (local.get $at)) (i32.const 2))))))
      (local.set $o (i32.add (local.get $o) (i32.const 4)))
      (br $more)))
    (local.get $o))
  (func $top_look (param $at i32) (param $looks i32) (result i32)
    (if (i32.eqz (i32.load (local.get $at))) (then (return (i32.const 0))))
    (i32.load offset=4 (i32.add (local.get $looks) (i32.shl (i32.load (i32.add (local.get $at)
      (i32.shl (i32.load (local.get $at)) (i32.const 2)))) (i32.const 2)))))
  ;; of each list of places how many are the seat's, and how many are others'
  (func $lines (param $S i32) (param $at i32) (param $seat i32) (param $o i32) (result i32)
    (local $left i32) (local $n i32) (local $mine i32) (local $theirs i32) (local $base i32) (local $length i32)
    (local $owner i32)
    (local.set $left (i32.load (local.get $at)))
    (local.set $at (i32.add (local.get $at) (i32.const 4)))
    (loop $line
      (local.set $base (i32.load (local.get $at)))
      (local.set $length (i32.load offset=4 (local.get $at)))
      (local.set $at (i32.add (local.get $at) (i32.const 8)))
      (local.set $n (local.get $length))
      (local.set $mine (i32.const 0))
      (local.set $theirs (i32.const 0))
      (loop $place
        (local.set $owner (i32.load (i32.add (local.get $S) (i32.load (local.get $at)))))
        (local.set $at (i32.add (local.get $at) (i32.const 4)))
        (if (i32.ge_s (local.get $owner) (i32.const 0))
          (then
            (if (i32.eq (local.get $owner) (local.get $seat))
              (then (local.set $mine (i32.add (local.get $mine) (i32.const 1))))
              (else (local.set $theirs (i32.add (local.get $theirs) (i32.const 1)))))))
        (local.set $n (i32.sub (local.get $n) (i32.const 1)))
        (br_if $place (local.get $n)))
      (if (i32.or (local.get $mine) (local.get $theirs))
        (then
          (i32.store (local.get $o) (i32.add (local.get $base) (i32.add (local.get $theirs)
            (i32.mul (local.get $mine) (i32.add (local.get $length) (i32.const 1))))))
          (local.set $o (i32.add (local.get $o) (i32.const 4)))))
      (local.set $left (i32.sub (local.get $left) (i32.const 1)))
      (br_if $line (local.get $left)))
    (local.get $o))

  ;; of each list of places what lies on them, one after another: nothing, the seat's, others'. An empty one says nothing
  (func $pieces (param $S i32) (param $at i32) (param $seat i32) (param $o i32) (result i32)
    (local $left i32) (local $n i32) (local $base i32) (local $owner i32) (local $number i32)
    (local.set $left (i32.load (local.get $at)))
    (local.set $at (i32.add (local.get $at) (i32.const 4)))
    (loop $piece
      (local.set $base (i32.load (local.get $at)))
      (local.set $n (i32.load offset=4 (local.get $at)))
      (local.set $at (i32.add (local.get $at) (i32.const 8)))
      (local.set $number (i32.const 0))
      (loop $place
        (local.set $owner (i32.load (i32.add (local.get $S) (i32.load (local.get $at)))))
        (local.set $number (i32.add (i32.mul (local.get $number) (i32.const 3))
          (select (i32.sub (i32.const 2) (i32.eq (local.get $owner) (local.get $seat))) (i32.const 0)
            (i32.ge_s (local.get $owner) (i32.const 0)))))
        (local.set $at (i32.add (local.get $at) (i32.const 4)))
        (local.set $n (i32.sub (local.get $n) (i32.const 1)))
        (br_if $place (local.get $n)))
      (if (local.get $number)
        (then
          (i32.store (local.get $o) (i32.add (local.get $base) (local.get $number)))
          (local.set $o (i32.add (local.get $o) (i32.const 4)))))
      (local.set $left (i32.sub (local.get $left) (i32.const 1)))
      (br_if $piece (local.get $left)))
    (local.get $o))

  ;; -- what the net says

  ;; the hidden units of the rows that lie from one address up to another
  (func $trunk (param $at i32) (param $end i32)
    (local $w i32)
    (local $a v128) (local $b v128) (local $c v128) (local $d v128)
    (local $e v128) (local $f v128) (local $g v128) (local $h v128)
    (block $done (loop $more
      (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
      (local.set $w (i32.add (global.get $NET_ROWS) (i32.shl (i32.load (local.get $at)) (i32.const 7))))
      (local.set $a (f32x4.add (local.get $a) (v128.load (local.get $w))))
      (local.set $b (f32x4.add (local.get $b) (v128.load offset=16 (local.get $w))))
      (local.set $c (f32x4.add (local.get $c) (v128.load offset=32 (local.get $w))))
      (local.set $d (f32x4.add (local.get $d) (v128.load offset=48 (local.get $w))))
      (local.set $e (f32x4.add (local.get $e) (v128.load offset=64 (local.get $w))))
      (local.set $f (f32x4.add (local.get $f) (v128.load offset=80 (local.get $w))))
      (local.set $g (f32x4.add (local.get $g) (v128.load offset=96 (local.get $w))))
      (local.set $h (f32x4.add (local.get $h) (v128.load offset=112 (local.get $w))))
      (local.set $at (i32.add (local.get $at) (i32.const 4)))
      (br $more)))
    (v128.store (global.get $HIDDEN) (f32x4.max (local.get $a) (v128.const i32x4 0 0 0 0)))
    (v128.store offset=16 (global.get $HIDDEN) (f32x4.max (local.get $b) (v128.const i32x4 0 0 0 0)))
    (v128.store offset=32 (global.get $HIDDEN) (f32x4.max (local.get $c) (v128.const i32x4 0 0 0 0)))
    (v128.store offset=48 (global.get $HIDDEN) (f32x4.max (local.get $d) (v128.const i32x4 0 0 0 0)))
    (v128.store offset=64 (global.get $HIDDEN) (f32x4.max (local.get $e) (v128.const i32x4 0 0 0 0)))
    (v128.store offset=80 (global.get $HIDDEN) (f32x4.max (local.get $f) (v128.const i32x4 0 0 0 0)))
    (v128.store offset=96 (global.get $HIDDEN) (f32x4.max (local.get $g) (v128.const i32x4 0 0 0 0)))
    (v128.store offset=112 (global.get $HIDDEN) (f32x4.max (local.get $h) (v128.const i32x4 0 0 0 0))))

  ;; the hidden units by the weights at an address, and the bias behind these
  (func $dot (param $w i32) (result f32)
    (local $s v128)
    (local.set $s (f32x4.mul (v128.load (global.get $HIDDEN)) (v128.load (local.get $w))))
    (local.set $s (f32x4.add (local.get $s)
      (f32x4.mul (v128.load offset=16 (global.get $HIDDEN)) (v128.load offset=16 (local.get $w)))))
    (local.set $s (f32x4.add (local.get $s)
      (f32x4.mul (v128.load offset=32 (global.get $HIDDEN)) (v128.load offset=32 (local.get $w)))))
    (local.set $s (f32x4.add (local.get $s)
      (f32x4.mul (v128.load offset=48 (global.get $HIDDEN)) (v128.load offset=48 (local.get $w)))))
    (local.set $s (f32x4.add (local.get $s)
      (f32x4.mul (v128.load offset=64 (global.get $HIDDEN)) (v128.load offset=64 (local.get $w)))))
    (local.set $s (f32x4.add (local.get $s)
      (f32x4.mul (v128.load offset=80 (global.get $HIDDEN)) (v128.load offset=80 (local.get $w)))))
    (local.set $s (f32x4.add (local.get $s)
      (f32x4.mul (v128.load offset=96 (global.get $HIDDEN)) (v128.load offset=96 (local.get $w)))))
    (local.set $s (f32x4.add (local.get $s)
      (f32x4.mul (v128.load offset=112 (global.get $HIDDEN)) (v128.load offset=112 (local.get $w)))))
    (f32.add (f32.load offset=128 (local.get $w)) (f32.add
      (f32.add (f32x4.extract_lane 0 (local.get $s)) (f32x4.extract_lane 1 (local.get $s)))
      (f32.add (f32x4.extract_lane 2 (local.get $s)) (f32x4.extract_lane 3 (local.get $s))))))

  ;; looks at a state, in which `decides` decides, as a seat: rows and hidden units
  (func $look_at (export "look_at") (param $S i32) (param $seat i32) (param $decides i32)
    (global.set $rows_end (call_indirect $known (type $known) (local.get $S) (local.get $seat) (local.get $decides)
      (call $features (local.get $S) (local.get $seat) (global.get $SEEN_ROWS)) (i32.load offset=16 (local.get $S))))
    (call $trunk (global.get $SEEN_ROWS) (global.get $rows_end)))

  (func $row_of_option (param $row i32) (result i32)
    (i32.add (global.get $NET_OPTIONS) (i32.mul (local.get $row) (i32.const 144))))

  ;; the quality of each of the n options that are listed, and of all the greatest
  (func $qualities (param $n i32) (result f32)
    (local $i i32) (local $at i32) (local $end i32) (local $row i32) (local $sum f32) (local $best f32)
    (local.set $best (f32.const -inf))
    (loop $each
      (local.set $at (i32.add (global.get $option_rows) (i32.shl
        (i32.load (i32.add (global.get $OPTIONS) (i32.shl (local.get $i) (i32.const 2)))) (i32.const 4))))
      (local.set $end (i32.add (local.get $at) (i32.const 16)))
      (local.set $sum (f32.const 0))
      (block $done (loop $rows
        (local.set $row (i32.load (local.get $at)))
        (br_if $done (i32.lt_s (local.get $row) (i32.const 0)))
        (local.set $sum (f32.add (local.get $sum) (call $dot (call $row_of_option (local.get $row)))))
        (local.set $at (i32.add (local.get $at) (i32.const 4)))
        (br_if $rows (i32.lt_u (local.get $at) (local.get $end)))))
      (f32.store (i32.add (global.get $QUALITIES) (i32.shl (local.get $i) (i32.const 2))) (local.get $sum))
      (local.set $best (f32.max (local.get $best) (local.get $sum)))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br_if $each (i32.lt_u (local.get $i) (local.get $n))))
    (local.get $best))

  ;; the exponential of a number below 0: (1 + x/1024)^1024
  (func $exp (param $x f32) (result f64)
    (local $y f64)
    (if (f32.le (local.get $x) (f32.const -30)) (then (return (f64.const 0))))
    (local.set $y (f64.add (f64.const 1) (f64.mul (f64.promote_f32 (local.get $x)) (f64.const 0x1p-10))))
    (local.set $y (f64.mul (local.get $y) (local.get $y)))
    (local.set $y (f64.mul (local.get $y) (local.get $y)))
    (local.set $y (f64.mul (local.get $y) (local.get $y)))
    (local.set $y (f64.mul (local.get $y) (local.get $y)))
    (local.set $y (f64.mul (local.get $y) (local.get $y)))
    (local.set $y (f64.mul (local.get $y) (local.get $y)))
    (local.set $y (f64.mul (local.get $y) (local.get $y)))
    (local.set $y (f64.mul (local.get $y) (local.get $y)))
    (local.set $y (f64.mul (local.get $y) (local.get $y)))
    (f64.mul (local.get $y) (local.get $y)))

  ;; how likely each of n options is: the exponential of `heat` times its quality. They lie in CHANCES; the sum
  (func $chances (param $n i32) (param $heat f32) (result f64)
    (local $i i32) (local $best f32) (local $one f64) (local $sum f64)
    (local.set $best (call $qualities (local.get $n)))
    (loop $each
      (local.set $one (call $exp (f32.mul (local.get $heat) (f32.sub
        (f32.load (i32.add (global.get $QUALITIES) (i32.shl (local.get $i) (i32.const 2)))) (local.get $best)))))
      (f64.store (i32.add (global.get $CHANCES) (i32.shl (local.get $i) (i32.const 3))) (local.get $one))
      (local.set $sum (f64.add (local.get $sum) (local.get $one)))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br_if $each (i32.lt_u (local.get $i) (local.get $n))))
    (local.get $sum))

  ;; the position of one of n options, drawn by their qualities
  (func $draw_option (param $n i32) (param $heat f32) (result i32)
    (local $i i32) (local $left f64)
    (local.set $left (f64.mul (call $chances (local.get $n) (local.get $heat))
      (f64.mul (f64.convert_i32_u (call $drawn (i32.const 1048576))) (f64.const 0x1p-20))))
    (loop $each
      (local.set $left (f64.sub (local.get $left)
        (f64.load (i32.add (global.get $CHANCES) (i32.shl (local.get $i) (i32.const 3))))))
      (if (f64.lt (local.get $left) (f64.const 0)) (then (return (local.get $i))))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br_if $each (i32.lt_u (local.get $i) (local.get $n))))
    (i32.sub (local.get $n) (i32.const 1)))

  ;; takes the option at a position, and plays up to the next decision
  (func $take_at (param $S i32) (param $seat i32) (param $position i32)
    (global.set $decisions (i32.add (global.get $decisions) (i32.const 1)))
    (call $choose (local.get $S) (local.get $seat)
      (i32.load (i32.add (global.get $OPTIONS) (i32.shl (local.get $position) (i32.const 2)))))
    (global.set $top (global.get $arena)))

  ;; one decision by the net
  (func $take_by_net (param $S i32) (param $heat f32)
    (local $seat i32) (local $n i32) (local $position i32)
    (local.set $seat (call $decides (local.get $S)))
    (local.set $n (call $options (local.get $S) (local.get $seat)))
    (if (i32.gt_u (local.get $n) (i32.const 1))
      (then
        (call $look_at (local.get $S) (local.get $seat) (local.get $seat))
        (local.set $position (call $draw_option (local.get $n) (local.get $heat)))))
    (call $take_at (local.get $S) (local.get $seat) (local.get $position)))

  ;; -- learning: games of the net against itself. After each one the weights follow what it came to

  ;; games that began; a trap is about the last one
  (global $learned (export "learned") (mut i32) (i32.const 0))
  ;; where the records of the game end. A record: seat, number of rows, rows, WIDTH rows of the option (-2: none)
  (global $records_end (mut i32) (i32.const 0))
  (global $rate (mut f32) (f32.const 0))

  (func (export "learn") (param $count i32) (param $key i64) (param $heat f32) (param $rate f32) (param $budget i32)
    (global.set $rate (local.get $rate))
    (global.set $most (global.get $MOST_DECISIONS))
    (global.set $counted (i32.const 0))
    (block $done (loop $more
      (br_if $done (i32.ge_u (global.get $learned) (local.get $count)))
      (global.set $learned (i32.add (global.get $learned) (i32.const 1)))
      (global.set $decisions (i32.const 0))
      (call $learn_game (global.get $STATE)
        (call $mix (local.get $key) (i64.extend_i32_u (global.get $learned))) (local.get $heat))
      (local.set $budget (i32.sub (local.get $budget) (global.get $decisions)))
      (br_if $more (i32.gt_s (local.get $budget) (i32.const 0))))))

  (func $learn_game (param $S i32) (param $key i64) (param $heat f32)
    (local $seat i32) (local $n i32) (local $position i32) (local $at i32)
    (call $begin (local.get $S))
    (call $seed_streams (local.get $S) (global.get $BOTS) (local.get $key))
    (global.set $records_end (global.get $RECORDS))
    (call $step_by_step)
    (call_indirect $plays (type $plays) (local.get $S) (i32.const 0))
    (block $over (loop $more
      (br_if $over (i32.lt_s (i32.load offset=16 (local.get $S)) (i32.const 0)))
      (br_if $over (i32.ge_u (global.get $decisions) (global.get $MOST_LEARNED)))
      (local.set $seat (call $decides (local.get $S)))
      (local.set $n (call $options (local.get $S) (local.get $seat)))
      (if (i32.eqz (local.get $n)) (then (unreachable)))
      (local.set $position (i32.const 0))
      (if (i32.gt_u (local.get $n) (i32.const 1))
        (then
          (call $look_at (local.get $S) (local.get $seat) (local.get $seat))
          (if (call $drawn (i32.const 32))
            (then (local.set $position (call $draw_option (local.get $n) (local.get $heat))))
            (else (local.set $position (call $drawn (local.get $n)))))
          (call $note (local.get $seat) (i32.add (global.get $option_rows) (i32.shl (i32.load (i32.add
            (global.get $OPTIONS) (i32.shl (local.get $position) (i32.const 2)))) (i32.const 4))))
          (if (i32.gt_u (global.get $PLAYERS) (i32.const 1))
            (then
              (local.set $at (i32.rem_u (i32.add (local.get $seat) (i32.add (i32.const 1)
                (call $drawn (i32.sub (global.get $PLAYERS) (i32.const 1))))) (global.get $PLAYERS)))
              (call $look_at (local.get $S) (local.get $at) (local.get $seat))
              (call $note (local.get $at) (i32.const 0))))))
      (call $take_at (local.get $S) (local.get $seat) (local.get $position))
      (br $more)))
    (if (i32.lt_s (i32.load offset=16 (local.get $S)) (i32.const 0))
      (then
        (call $finish (local.get $S) (global.get $ROW))
        (call $payoffs (global.get $ROW) (global.get $VALUES))
        (call $learn_records))))

  ;; a record of the rows that were looked at last, and of the rows of the option that was taken
  (func $note (param $seat i32) (param $option i32)
    (local $at i32) (local $size i32)
    (local.set $at (global.get $records_end))
    (local.set $size (i32.sub (global.get $rows_end) (global.get $SEEN_ROWS)))
    (if (i32.ge_u (i32.add (local.get $at) (i32.add (local.get $size) (i32.const 64))) (global.get $RECORDS_END))
      (then (return)))
    (i32.store (local.get $at) (local.get $seat))
    (i32.store offset=4 (local.get $at) (i32.shr_u (local.get $size) (i32.const 2)))
    (memory.copy (i32.add (local.get $at) (i32.const 8)) (global.get $SEEN_ROWS) (local.get $size))
    (local.set $at (i32.add (local.get $at) (i32.add (local.get $size) (i32.const 8))))
    (if (local.get $option)
      (then (memory.copy (local.get $at) (local.get $option) (i32.const 16)))
      (else (i32.store (local.get $at) (i32.const -2))))
    (global.set $records_end (i32.add (local.get $at) (i32.const 16))))

  ;; what a seat got, as a share
  (func $share (param $seat i32) (result f32)
    (f32.demote_f64 (f64.max (f64.const 0) (f64.min (f64.const 1) (f64.mul (global.get $pay_scale) (f64.sub
      (f64.load (i32.add (global.get $VALUES) (i32.shl (local.get $seat) (i32.const 3)))) (global.get $pay_low)))))))

  (func $learn_records
    (local $at i32) (local $end i32)
    (local.set $at (global.get $RECORDS))
    (block $done (loop $more
      (br_if $done (i32.ge_u (local.get $at) (global.get $records_end)))
      (local.set $end (i32.add (i32.add (local.get $at) (i32.const 8))
        (i32.shl (i32.load offset=4 (local.get $at)) (i32.const 2))))
      (call $learn_record (i32.add (local.get $at) (i32.const 8)) (local.get $end)
        (call $share (i32.load (local.get $at))))
      (local.set $at (i32.add (local.get $end) (i32.const 16)))
      (br $more))))

  ;; the slopes of both errors, of the value and of the quality, go to all that they came from
  (func $learn_record (param $rows i32) (param $end i32) (param $share f32)
    (local $i i32) (local $error f32) (local $at i32) (local $row i32)
    (call $trunk (local.get $rows) (local.get $end))
    (local.set $error (f32.sub (call $dot (global.get $NET)) (local.get $share)))
    (call $slopes_are (global.get $NET) (local.get $error))
    (call $follow (global.get $NET) (global.get $HIDDEN) (local.get $error))
    (call $follow_bias (global.get $NET) (local.get $error))
    (if (i32.ne (i32.load (local.get $end)) (i32.const -2))
      (then
        (local.set $error (f32.neg (local.get $share)))
        (block $summed (loop $sum
          (local.set $row (i32.load (i32.add (local.get $end) (local.get $i))))
          (br_if $summed (i32.lt_s (local.get $row) (i32.const 0)))
          (local.set $error (f32.add (local.get $error) (call $dot (call $row_of_option (local.get $row)))))
          (local.set $i (i32.add (local.get $i) (i32.const 4)))
          (br_if $sum (i32.lt_u (local.get $i) (i32.const 16)))))
        (local.set $i (i32.const 0))
        (block $told (loop $tell_them
          (local.set $row (i32.load (i32.add (local.get $end) (local.get $i))))
          (br_if $told (i32.lt_s (local.get $row) (i32.const 0)))
          (local.set $at (call $row_of_option (local.get $row)))
          (call $slopes_add (local.get $at) (local.get $error))
          (call $follow (local.get $at) (global.get $HIDDEN) (local.get $error))
          (call $follow_bias (local.get $at) (local.get $error))
          (local.set $i (i32.add (local.get $i) (i32.const 4)))
          (br_if $tell_them (i32.lt_u (local.get $i) (i32.const 16)))))))
    (call $slopes_of_units)
    (block $done (loop $more
      (br_if $done (i32.ge_u (local.get $rows) (local.get $end)))
      (call $follow (i32.add (global.get $NET_ROWS) (i32.shl (i32.load (local.get $rows)) (i32.const 7)))
        (global.get $SLOPES) (f32.const 1))
      (local.set $rows (i32.add (local.get $rows) (i32.const 4)))
      (br $more))))

  (func $slopes_are (param $w i32) (param $error f32)
    (memory.fill (global.get $SLOPES) (i32.const 0) (i32.const 128))
    (call $slopes_add (local.get $w) (local.get $error)))
  (func $slopes_add (param $w i32) (param $error f32)
    (local $i i32) (local $at i32)
    (loop $more
      (local.set $at (i32.add (global.get $SLOPES) (local.get $i)))
      (v128.store (local.get $at) (f32x4.add (v128.load (local.get $at))
        (f32x4.mul (v128.load (i32.add (local.get $w) (local.get $i))) (f32x4.splat (local.get $error)))))
      (local.set $i (i32.add (local.get $i) (i32.const 16)))
      (br_if $more (i32.lt_u (local.get $i) (i32.const 128)))))
  ;; a unit that is silent has none
  (func $slopes_of_units
    (local $i i32) (local $at i32)
    (loop $more
      (local.set $at (i32.add (global.get $SLOPES) (local.get $i)))
      (v128.store (local.get $at) (v128.and (v128.load (local.get $at))
        (f32x4.gt (v128.load (i32.add (global.get $HIDDEN) (local.get $i))) (v128.const i32x4 0 0 0 0))))
      (local.set $i (i32.add (local.get $i) (i32.const 16)))
      (br_if $more (i32.lt_u (local.get $i) (i32.const 128)))))

  ;; 32 weights follow their slopes, which are `factor` times what lies at an address: each by the rate over the root of
  ;; its squares so far (Adagrad: Duchi, Hazan, Singer 2011)
  (func $follow (param $w i32) (param $from i32) (param $factor f32)
    (local $end i32) (local $slope v128) (local $squares v128) (local $at i32)
    (local.set $end (i32.add (local.get $w) (i32.const 128)))
    (loop $more
      (local.set $slope (f32x4.mul (v128.load (local.get $from)) (f32x4.splat (local.get $factor))))
      (local.set $at (i32.add (local.get $w) (global.get $NET_SIZE)))
      (local.set $squares (f32x4.add (v128.load (local.get $at)) (f32x4.mul (local.get $slope) (local.get $slope))))
      (v128.store (local.get $at) (local.get $squares))
      (v128.store (local.get $w) (f32x4.sub (v128.load (local.get $w)) (f32x4.div
        (f32x4.mul (local.get $slope) (f32x4.splat (global.get $rate)))
        (f32x4.sqrt (local.get $squares)))))
      (local.set $w (i32.add (local.get $w) (i32.const 16)))
      (local.set $from (i32.add (local.get $from) (i32.const 16)))
      (br_if $more (i32.lt_u (local.get $w) (local.get $end)))))
  (func $follow_bias (param $w i32) (param $slope f32)
    (local $at i32) (local $squares f32)
    (local.set $w (i32.add (local.get $w) (i32.const 128)))
    (local.set $at (i32.add (local.get $w) (global.get $NET_SIZE)))
    (local.set $squares (f32.add (f32.load (local.get $at)) (f32.mul (local.get $slope) (local.get $slope))))
    (f32.store (local.get $at) (local.get $squares))
    (f32.store (local.get $w) (f32.sub (f32.load (local.get $w))
      (f32.div (f32.mul (local.get $slope) (global.get $rate)) (f32.sqrt (local.get $squares))))))

  ;; -- play: the net alone, and a search that asks it

  ;; the options of the seat that searches, in a sample: what they may bring lies in QUALITIES, how likely the net takes
  ;; each in CHANCES, of which the sum is returned
  (func (export "judge") (param $heat f32) (result f64)
    (call $sampled (global.get $STATE))
    (call $look_at (global.get $STATE) (global.get $searcher) (global.get $searcher))
    (call $chances (global.get $offered) (local.get $heat)))

  ;; how much what the net likes is looked at first, and how many decisions of its own follow before its value counts
  (global $heat (export "heat") (mut f32) (f32.const 10))
  (global $ahead (export "ahead") (mut i32) (i32.const 0))

  ;; as `search`, with the net
  (func (export "search_by_net") (param $count i32) (param $budget i32)
    (call $give_up)
    (block $done (loop $more
      (br_if $done (i32.ge_u (global.get $searched) (local.get $count)))
      (global.set $searched (i32.add (global.get $searched) (i32.const 1)))
      (global.set $decisions (i32.const 0))
      (call $iteration_by_net (global.get $STATE))
      (local.set $budget (i32.sub (local.get $budget) (i32.shl (global.get $decisions) (i32.const 2))))
      (br_if $more (i32.gt_s (local.get $budget) (i32.const 0))))))

  (func $iteration_by_net (param $S i32)
    (local $seat i32) (local $n i32) (local $node i64) (local $position i32) (local $inside i32) (local $sure i32)
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
          (call $look_at (local.get $S) (local.get $seat) (local.get $seat))
          (local.set $position (call $selected_by_net (local.get $n) (local.get $node)))
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
      (call $take_at (local.get $S) (local.get $seat) (local.get $position))
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
    ;; the game is over without a choice since the last edge
    (local.set $sure (i32.and (local.get $sure) (i32.lt_s (i32.load offset=16 (local.get $S)) (i32.const 0))))
    (call $value_ahead (local.get $S))
    (if (local.get $sure) (then (call $prove_by_value)))
    (call $tell_way))

  ;; what the game may come to, for each seat: after some decisions of the net what its value says, or the game itself
  (func $value_ahead (param $S i32)
    (local $left i32) (local $seat i32)
    (local.set $left (global.get $ahead))
    (block $done (loop $more
      (br_if $done (i32.eqz (local.get $left)))
      (br_if $done (i32.lt_s (i32.load offset=16 (local.get $S)) (i32.const 0)))
      (call $take_by_net (local.get $S) (f32.const 20))
      (local.set $left (i32.sub (local.get $left) (i32.const 1)))
      (br $more)))
    (if (i32.lt_s (i32.load offset=16 (local.get $S)) (i32.const 0))
      (then
        (call $finish (local.get $S) (global.get $ROW))
        (call $payoffs (global.get $ROW) (global.get $VALUES))
        (return)))
    (local.set $left (call $decides (local.get $S)))
    (loop $each
      (call $look_at (local.get $S) (local.get $seat) (local.get $left))
      (f64.store (i32.add (global.get $VALUES) (i32.shl (local.get $seat) (i32.const 3)))
        (f64.add (global.get $pay_low) (f64.div
          (f64.max (f64.const 0) (f64.min (f64.const 1) (f64.promote_f32 (call $dot (global.get $NET)))))
          (global.get $pay_scale))))
      (local.set $seat (i32.add (local.get $seat) (i32.const 1)))
      (br_if $each (i32.lt_u (local.get $seat) (global.get $PLAYERS)))))

  ;; as `selected`: the option with the most of its mean (before it was taken, its quality) and of its chance, less the
  ;; more often it was taken (PUCT: Silver and others 2017); none that surely loses, and a proven one if that decides
  (func $selected_by_net (param $n i32) (param $node i64) (result i32)
    (local $i i32) (local $at i32) (local $visits f64) (local $all f64) (local $sum f64) (local $bound f64)
    (local $best f64) (local $best_at i32) (local $found i32) (local $mean f64)
    (local $proof i32) (local $unproven i32) (local $proven_at i32)
    (global.set $proven (i32.const 0))
    (local.set $sum (call $chances (local.get $n) (global.get $heat)))
    (loop $each
      (local.set $at (call $edge_at (call $edge_key (local.get $node) (local.get $i))))
      (i32.store (i32.add (global.get $TRIED) (i32.shl (local.get $i) (i32.const 2))) (local.get $at))
      (local.set $all (f64.add (local.get $all) (f64.convert_i32_u (i32.load offset=24 (local.get $at)))))
      (local.set $proof (i32.shr_u (i32.load offset=28 (local.get $at)) (i32.const 30)))
      (local.set $unproven (i32.or (local.get $unproven) (i32.eqz (local.get $proof))))
      (if (i32.gt_u (local.get $proof) (global.get $proven))
        (then
          (global.set $proven (local.get $proof))
          (local.set $proven_at (local.get $i))))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br_if $each (i32.lt_u (local.get $i) (local.get $n))))
    (if (i32.or (i32.eq (global.get $proven) (i32.const 3)) (i32.eqz (local.get $unproven)))
      (then
        (global.set $edge (i32.load (i32.add (global.get $TRIED) (i32.shl (local.get $proven_at) (i32.const 2)))))
        (return (local.get $proven_at))))
    (global.set $proven (i32.const 0))
    (local.set $all (f64.mul (f64.const 1.2) (f64.div (f64.sqrt (f64.add (local.get $all) (f64.const 1))) (local.get $sum))))
    (local.set $best (f64.const -inf))
    (local.set $i (i32.const 0))
    (loop $look
      (local.set $at (i32.load (i32.add (global.get $TRIED) (i32.shl (local.get $i) (i32.const 2)))))
      (local.set $visits (f64.convert_i32_u (i32.load offset=24 (local.get $at))))
      (if (i32.load offset=24 (local.get $at))
        (then (local.set $mean (f64.mul (global.get $pay_scale) (f64.sub
          (f64.div (f64.load offset=8 (local.get $at)) (local.get $visits)) (global.get $pay_low)))))
        (else (local.set $mean (f64.max (f64.const 0) (f64.min (f64.const 1) (f64.promote_f32
          (f32.load (i32.add (global.get $QUALITIES) (i32.shl (local.get $i) (i32.const 2))))))))))
      (local.set $bound (f64.add (local.get $mean) (f64.div (f64.mul (local.get $all)
        (f64.load (i32.add (global.get $CHANCES) (i32.shl (local.get $i) (i32.const 3)))))
        (f64.add (f64.const 1) (local.get $visits)))))
      (local.set $proof (i32.shr_u (i32.load offset=28 (local.get $at)) (i32.const 30)))
      (if (i32.and (i32.ne (local.get $proof) (i32.const 1)) (f64.gt (local.get $bound) (local.get $best)))
        (then
          (local.set $best (local.get $bound))
          (local.set $best_at (local.get $at))
          (local.set $found (local.get $i))))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br_if $look (i32.lt_u (local.get $i) (local.get $n))))
    (if (i64.eqz (i64.load (local.get $best_at)))
      (then
        (if (i32.eqz (global.get $edges_left))
          (then (local.set $best_at (i32.const 0)))
          (else
            (global.set $edges_left (i32.sub (global.get $edges_left) (i32.const 1)))
            (i64.store (local.get $best_at) (call $edge_key (local.get $node) (local.get $found)))))))
    (global.set $edge (local.get $best_at))
    (local.get $found))
