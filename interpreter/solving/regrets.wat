;; CFR+ on the tree of a game in memory (cfr.py). A history has 40 bytes: the address of the one before it and that of the
;; choice that leads there, what player 1 gets if it is an end, its value, how likely the seat in question brings it about,
;; and everybody else. They lie from the root on, each before its children. A choice has 40 bytes: how likely it is now,
;; its regret, its part of the average, what it was worth, how likely its seat comes to it. Those of player 1 lie before
;; those of player 2, then come results of chance.
(module
  (memory (export "memory") 1)

  ;; the rounds from a number up to another, for each seat in turn: the choices of player 1 lie up to `split`, those of
  ;; player 2 up to `stop`; from `sets` up to `middle` and `end` lie the bytes of the choices of each information set
  (func (export "rounds") (param $number i32) (param $last i32) (param $root i32) (param $tail i32) (param $split i32)
      (param $stop i32) (param $sets i32) (param $middle i32) (param $end i32)
    (loop $more
      (if (i32.lt_u (local.get $sets) (local.get $middle))
        (then (call $round (local.get $root) (local.get $tail) (f64.convert_i32_u (local.get $number)) (f64.const 1)
          (local.get $tail) (local.get $split) (local.get $sets) (local.get $middle))))
      (if (i32.lt_u (local.get $middle) (local.get $end))
        (then (call $round (local.get $root) (local.get $tail) (f64.convert_i32_u (local.get $number)) (f64.const -1)
          (local.get $split) (local.get $stop) (local.get $middle) (local.get $end))))
      (local.set $number (i32.add (local.get $number) (i32.const 1)))
      (br_if $more (i32.le_u (local.get $number) (local.get $last)))))

  (func $round (param $root i32) (param $tail i32) (param $weight f64) (param $sign f64) (param $first i32)
      (param $stop i32) (param $sets i32) (param $end i32)
    (call $reach (local.get $root) (local.get $tail) (local.get $first) (local.get $stop))
    (call $weigh (local.get $root) (local.get $tail) (local.get $sign) (local.get $first) (local.get $stop))
    (loop $more
      (local.set $stop (i32.add (local.get $first) (i32.load (local.get $sets))))
      (call $learn (local.get $weight) (local.get $first) (local.get $stop))
      (local.set $first (local.get $stop))
      (local.set $sets (i32.add (local.get $sets) (i32.const 4)))
      (br_if $more (i32.lt_u (local.get $sets) (local.get $end)))))

  ;; from the root on: how likely the seat brings each history about, and everybody else
  (func $reach (param $h i32) (param $tail i32) (param $first i32) (param $stop i32)
    (local $above i32) (local $choice i32) (local $p f64)
    (f64.store offset=24 (local.get $h) (f64.const 1))
    (f64.store offset=32 (local.get $h) (f64.const 1))
    (block $done (loop $more
      (f64.store offset=16 (local.get $h) (f64.load offset=8 (local.get $h)))
      (local.set $h (i32.add (local.get $h) (i32.const 40)))
      (br_if $done (i32.ge_u (local.get $h) (local.get $tail)))
      (local.set $above (i32.load (local.get $h)))
      (local.set $choice (i32.load offset=4 (local.get $h)))
      (local.set $p (f64.load (local.get $choice)))
      (if (i32.and (i32.ge_u (local.get $choice) (local.get $first)) (i32.lt_u (local.get $choice) (local.get $stop)))
        (then
          (f64.store offset=24 (local.get $h) (f64.mul (local.get $p) (f64.load offset=24 (local.get $above))))
          (f64.store offset=32 (local.get $h) (f64.load offset=32 (local.get $above))))
        (else
          (f64.store offset=24 (local.get $h) (f64.load offset=24 (local.get $above)))
          (f64.store offset=32 (local.get $h) (f64.mul (local.get $p) (f64.load offset=32 (local.get $above))))))
      (br $more))))

  ;; back from the ends: the value of each history to player 1, and what each choice of the seat is worth to it in all
  (func $weigh (param $root i32) (param $h i32) (param $sign f64) (param $first i32) (param $stop i32)
    (local $above i32) (local $choice i32) (local $v f64)
    (local.set $choice (local.get $first))
    (loop $clear
      (f64.store offset=24 (local.get $choice) (f64.const 0))
      (local.set $choice (i32.add (local.get $choice) (i32.const 40)))
      (br_if $clear (i32.lt_u (local.get $choice) (local.get $stop))))
    (block $done (loop $more
      (local.set $h (i32.sub (local.get $h) (i32.const 40)))
      (br_if $done (i32.le_u (local.get $h) (local.get $root)))
      (local.set $above (i32.load (local.get $h)))
      (local.set $choice (i32.load offset=4 (local.get $h)))
      (local.set $v (f64.load offset=16 (local.get $h)))
      (f64.store offset=16 (local.get $above) (f64.add (f64.load offset=16 (local.get $above))
        (f64.mul (local.get $v) (f64.load (local.get $choice)))))
      (if (i32.and (i32.ge_u (local.get $choice) (local.get $first)) (i32.lt_u (local.get $choice) (local.get $stop)))
        (then
          (f64.store offset=24 (local.get $choice) (f64.add (f64.load offset=24 (local.get $choice))
            (f64.mul (f64.mul (local.get $sign) (local.get $v)) (f64.load offset=32 (local.get $above)))))
          (f64.store offset=32 (local.get $choice) (f64.load offset=24 (local.get $above)))))
      (br $more))))

  ;; an information set: its part of the average, its regrets, and how likely each choice is next
  (func $learn (param $weight f64) (param $first i32) (param $stop i32)
    (local $choice i32) (local $mean f64) (local $sum f64) (local $x f64)
    (local.set $choice (local.get $first))
    (loop $more
      (local.set $x (f64.load (local.get $choice)))
      (local.set $mean (f64.add (local.get $mean) (f64.mul (local.get $x) (f64.load offset=24 (local.get $choice)))))
      (f64.store offset=16 (local.get $choice) (f64.add (f64.load offset=16 (local.get $choice))
        (f64.mul (f64.mul (local.get $weight) (local.get $x)) (f64.load offset=32 (local.get $choice)))))
      (local.set $choice (i32.add (local.get $choice) (i32.const 40)))
      (br_if $more (i32.lt_u (local.get $choice) (local.get $stop))))
    (local.set $choice (local.get $first))
    (loop $more
      (local.set $x (f64.max (f64.const 0) (f64.add (f64.load offset=8 (local.get $choice))
        (f64.sub (f64.load offset=24 (local.get $choice)) (local.get $mean)))))
      (f64.store offset=8 (local.get $choice) (local.get $x))
      (local.set $sum (f64.add (local.get $sum) (local.get $x)))
      (local.set $choice (i32.add (local.get $choice) (i32.const 40)))
      (br_if $more (i32.lt_u (local.get $choice) (local.get $stop))))
    (local.set $choice (local.get $first))
    (loop $more
      (if (f64.gt (local.get $sum) (f64.const 0))
        (then (local.set $x (f64.div (f64.load offset=8 (local.get $choice)) (local.get $sum))))
        (else (local.set $x (f64.div (f64.const 40)
          (f64.convert_i32_u (i32.sub (local.get $stop) (local.get $first)))))))
      (f64.store (local.get $choice) (local.get $x))
      (local.set $choice (i32.add (local.get $choice) (i32.const 40)))
      (br_if $more (i32.lt_u (local.get $choice) (local.get $stop))))))
