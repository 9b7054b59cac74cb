  ;; -- samples: states that a seat cannot tell apart. What they are drawn from is a sheet, written by belief_memory.py: first a
  ;; head of words (here with their offsets), in which lists are given by their address and the number of their items.
  ;; 0 the position of now; 4 number of places; 8 words for a set of cards; 12 room for a state
  ;; 16 pools: first place, number of places, cards, whether not all cards fit everywhere; 24 mixes: offsets, how many
  ;; 32 picks: offset, cards (~ of a place for the one there), how many; 48 options: number, place whose card is added (or -1)
  ;; 40 choices that were seen: position, seat, number, place (or -1), places that matter, whether to look at it
  ;; 56 steps that are played again: position (0: the beginning), choices: seat, number, place (-2: not seen),
  ;; numbers: offset, what was added, whether an earlier step tells it; what has to be the same: offset, value
  ;; 64 the card of each place; 68 the cards that fit each place, as bits; 72 those that look so; 76, 80 room
  ;; A position is: address of the state, cells: offset in it, place; marks: offset of that of the first card, by place

  (global $sheet (export "sheet") (mut i32) (i32.const 0))
  ;; samples in which a choice that was seen would not have been possible, as no better one was found in a thousand steps
  (global $unfit (export "unfit") (mut i32) (i32.const 0))

  (func $lot (param $n i32) (result i32)
    (call $next (global.get $SAMPLING) (local.get $n)))
  (func $cell (param $list i32) (param $n i32) (result i32)
    (i32.add (local.get $list) (i32.shl (local.get $n) (i32.const 2))))

  ;; the card of a place, and whether one may lie there
  (func $card_of (param $place i32) (result i32)
    (i32.load (call $cell (i32.load offset=64 (global.get $sheet)) (local.get $place))))
  (func $lay_card (param $place i32) (param $card i32)
    (i32.store (call $cell (i32.load offset=64 (global.get $sheet)) (local.get $place)) (local.get $card)))
  (func $row (param $place i32) (param $card i32) (result i32)
    (call $cell (i32.load offset=68 (global.get $sheet)) (i32.add
      (i32.mul (local.get $place) (i32.load offset=8 (global.get $sheet))) (i32.shr_u (local.get $card) (i32.const 5)))))
  (func $may_lie (param $place i32) (param $card i32) (result i32)
    (i32.and (i32.const 1) (i32.shr_u (i32.load (call $row (local.get $place) (local.get $card))) (local.get $card))))

  ;; -- one way to lay the cards, each as likely as any other where all fit everywhere, and nearly so where not:
  ;; a random matching, then random exchanges. 0 if there is none

  (func $deal (result i32)
    (local $pool i32) (local $stop i32) (local $i i32) (local $j i32) (local $n i32) (local $first i32) (local $card i32)
    (local.set $pool (i32.load offset=16 (global.get $sheet)))
    (local.set $stop (i32.add (local.get $pool) (i32.shl (i32.load offset=20 (global.get $sheet)) (i32.const 4))))
    (block $done (loop $more
      (br_if $done (i32.ge_u (local.get $pool) (local.get $stop)))
      (local.set $first (i32.load (local.get $pool)))
      (local.set $n (i32.load offset=4 (local.get $pool)))
      (if (i32.load offset=12 (local.get $pool))
        (then (if (i32.eqz (call $matching (local.get $pool))) (then (return (i32.const 0)))))
        (else
          (call $move (call $cell (i32.load offset=64 (global.get $sheet)) (local.get $first))
            (i32.load offset=8 (local.get $pool)) (local.get $n))
          (local.set $i (local.get $n))
          (block $mixed (loop $next_one
            (br_if $mixed (i32.lt_u (local.get $i) (i32.const 2)))
            (local.set $j (call $lot (local.get $i)))
            (local.set $i (i32.sub (local.get $i) (i32.const 1)))
            (call $exchange (i32.add (local.get $first) (local.get $i)) (i32.add (local.get $first) (local.get $j)))
            (br $next_one)))))
      (local.set $pool (i32.add (local.get $pool) (i32.const 16)))
      (br $more)))
    (i32.const 1))

  (func $exchange (param $a i32) (param $b i32)
    (local $card i32)
    (local.set $card (call $card_of (local.get $a)))
    (call $lay_card (local.get $a) (call $card_of (local.get $b)))
    (call $lay_card (local.get $b) (local.get $card)))

  ;; exchanges two cards if both may lie where the other lies; whether it did
  (func $try_exchange (param $a i32) (param $b i32) (result i32)
    (if (i32.eqz (i32.and (call $may_lie (local.get $a) (call $card_of (local.get $b)))
                          (call $may_lie (local.get $b) (call $card_of (local.get $a)))))
      (then (return (i32.const 0))))
    (call $exchange (local.get $a) (local.get $b))
    (i32.const 1))

  (func $matching (param $pool i32) (result i32)
    (local $n i32) (local $first i32) (local $i i32) (local $begin i32)
    (local.set $first (i32.load (local.get $pool)))
    (local.set $n (i32.load offset=4 (local.get $pool)))
    ;; room 76: of each card of the pool the place that has it, and 1 more; room 80: when it was tried last
    (memory.fill (i32.load offset=76 (global.get $sheet)) (i32.const 0) (i32.shl (local.get $n) (i32.const 2)))
    (memory.fill (i32.load offset=80 (global.get $sheet)) (i32.const 0) (i32.shl (local.get $n) (i32.const 2)))
    (local.set $begin (call $lot (local.get $n)))
    (loop $more
      (if (i32.eqz (call $give (local.get $pool)
            (i32.add (local.get $first) (i32.rem_u (i32.add (local.get $i) (local.get $begin)) (local.get $n)))
            (i32.add (local.get $i) (i32.const 1))))
        (then (return (i32.const 0))))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br_if $more (i32.lt_u (local.get $i) (local.get $n))))
    (local.set $i (i32.shl (local.get $n) (i32.const 2)))
    (loop $mix
      (drop (call $try_exchange (i32.add (local.get $first) (call $lot (local.get $n)))
                                (i32.add (local.get $first) (call $lot (local.get $n)))))
      (local.set $i (i32.sub (local.get $i) (i32.const 1)))
      (br_if $mix (local.get $i)))
    (i32.const 1))

  ;; a place gets a card that fits, from another place if need be, which gets another one (augmenting paths)
  (func $give (param $pool i32) (param $place i32) (param $time i32) (result i32)
    (local $n i32) (local $k i32) (local $j i32) (local $card i32) (local $tried i32) (local $owner i32)
    (local.set $n (i32.load offset=4 (local.get $pool)))
    (local.set $j (call $lot (local.get $n)))
    (loop $more
      (local.set $card (i32.load (call $cell (i32.load offset=8 (local.get $pool)) (local.get $j))))
      (local.set $tried (call $cell (i32.load offset=80 (global.get $sheet)) (local.get $j)))
      (if (i32.and (i32.ne (i32.load (local.get $tried)) (local.get $time)) (call $may_lie (local.get $place) (local.get $card)))
        (then
          (i32.store (local.get $tried) (local.get $time))
          (local.set $owner (call $cell (i32.load offset=76 (global.get $sheet)) (local.get $j)))
          (if (if (result i32) (i32.load (local.get $owner))
                (then (call $give (local.get $pool) (i32.sub (i32.load (local.get $owner)) (i32.const 1)) (local.get $time)))
                (else (i32.const 1)))
            (then
              (i32.store (local.get $owner) (i32.add (local.get $place) (i32.const 1)))
              (call $lay_card (local.get $place) (local.get $card))
              (return (i32.const 1))))))
      (local.set $j (i32.add (local.get $j) (i32.const 1)))
      (if (i32.eq (local.get $j) (local.get $n)) (then (local.set $j (i32.const 0))))
      (local.set $k (i32.add (local.get $k) (i32.const 1)))
      (br_if $more (i32.lt_u (local.get $k) (local.get $n))))
    (i32.const 0))

  ;; -- choices that were seen

  ;; the cards of a position and what lies on them; S is the position itself or a copy of it
  (func $lay_out (param $S i32) (param $position i32)
    (local $at i32) (local $stop i32)
    (local.set $at (i32.load offset=4 (local.get $position)))
    (local.set $stop (i32.add (local.get $at) (i32.shl (i32.load offset=8 (local.get $position)) (i32.const 3))))
    (block $done (loop $more
      (br_if $done (i32.ge_u (local.get $at) (local.get $stop)))
      (i32.store (i32.add (local.get $S) (i32.load (local.get $at))) (call $card_of (i32.load offset=4 (local.get $at))))
      (local.set $at (i32.add (local.get $at) (i32.const 8)))
      (br $more)))
    (local.set $at (i32.load offset=12 (local.get $position)))
    (local.set $stop (i32.add (local.get $at) (i32.shl (i32.load offset=16 (local.get $position)) (i32.const 3))))
    (block $done (loop $more
      (br_if $done (i32.ge_u (local.get $at) (local.get $stop)))
      (call $lay_marks (i32.add (local.get $S) (i32.load (local.get $at))) (i32.load offset=4 (local.get $at)))
      (local.set $at (i32.add (local.get $at) (i32.const 8)))
      (br $more))))
  (func $lay_marks (param $first i32) (param $marks i32)
    (local $place i32)
    (loop $each
      (i32.store (call $cell (local.get $first) (call $card_of (local.get $place)))
        (i32.load (call $cell (local.get $marks) (local.get $place))))
      (local.set $place (i32.add (local.get $place) (i32.const 1)))
      (br_if $each (i32.lt_u (local.get $place) (i32.load offset=4 (global.get $sheet))))))

  ;; the number of an option that may be the card of a place
  (func $number_of (param $choice i32) (result i32)
    (if (i32.lt_s (i32.load offset=4 (local.get $choice)) (i32.const 0)) (then (return (i32.load (local.get $choice)))))
    (i32.add (i32.load (local.get $choice)) (call $card_of (i32.load offset=4 (local.get $choice)))))

  ;; whether a choice that was seen was possible as the cards lie now
  (func $was_possible (param $seen i32) (result i32)
    (local $n i32) (local $number i32) (local $S i32)
    (local.set $S (i32.load (i32.load (local.get $seen))))
    (call $lay_out (local.get $S) (i32.load (local.get $seen)))
    (local.set $n (call $options (local.get $S) (i32.load offset=4 (local.get $seen))))
    (local.set $number (call $number_of (i32.add (local.get $seen) (i32.const 8))))
    (block $none (loop $more
      (br_if $none (i32.eqz (local.get $n)))
      (local.set $n (i32.sub (local.get $n) (i32.const 1)))
      (br_if $more (i32.ne (i32.load (call $cell (global.get $OPTIONS) (local.get $n))) (local.get $number)))
      (return (i32.const 1))))
    (i32.const 0))

  ;; how many of the choices that are looked at were not possible; `most` are enough
  (func $impossible (param $most i32) (result i32)
    (local $at i32) (local $stop i32) (local $found i32)
    (local.set $at (i32.load offset=40 (global.get $sheet)))
    (local.set $stop (i32.add (local.get $at) (i32.mul (i32.load offset=44 (global.get $sheet)) (i32.const 32))))
    (block $done (loop $more
      (br_if $done (i32.ge_u (local.get $at) (local.get $stop)))
      (if (i32.load offset=24 (local.get $at))
        (then (if (i32.eqz (call $was_possible (local.get $at)))
          (then
            (local.set $found (i32.add (local.get $found) (i32.const 1)))
            (br_if $done (i32.ge_u (local.get $found) (local.get $most)))))))
      (local.set $at (i32.add (local.get $at) (i32.const 32)))
      (br $more)))
    (local.get $found))

  ;; -- what choices tell of single cards: with a card that excludes them in one of the places that matter, and a harmless one
  ;; in all others, they are not possible, nor with that card in all of them. So much is known before dealing; what takes several cards shows afterwards

  (func $lay_all (param $seen i32) (param $pool i32) (param $card i32)
    (local $at i32) (local $n i32) (local $place i32)
    (local.set $at (i32.load offset=16 (local.get $seen)))
    (local.set $n (i32.load offset=20 (local.get $seen)))
    (loop $more
      (local.set $place (i32.load (local.get $at)))
      (if (call $in_pool (local.get $place) (local.get $pool)) (then (call $lay_card (local.get $place) (local.get $card))))
      (local.set $at (i32.add (local.get $at) (i32.const 4)))
      (local.set $n (i32.sub (local.get $n) (i32.const 1)))
      (br_if $more (local.get $n))))
  (func $in_pool (param $place i32) (param $pool i32) (result i32)
    (i32.lt_u (i32.sub (local.get $place) (i32.load (local.get $pool))) (i32.load offset=4 (local.get $pool))))

  (func $exclude (param $seen i32) (param $pool i32) (param $card i32)
    (local $at i32) (local $n i32) (local $place i32) (local $row i32)
    (local.set $at (i32.load offset=16 (local.get $seen)))
    (local.set $n (i32.load offset=20 (local.get $seen)))
    (i32.store offset=12 (local.get $pool) (i32.const 1))
    (loop $more
      (local.set $place (i32.load (local.get $at)))
      (if (call $in_pool (local.get $place) (local.get $pool))
        (then
          (local.set $row (call $row (local.get $place) (local.get $card)))
          (i32.store (local.get $row) (i32.and (i32.load (local.get $row))
            (i32.xor (i32.const -1) (i32.shl (i32.const 1) (local.get $card)))))))
      (local.set $at (i32.add (local.get $at) (i32.const 4)))
      (local.set $n (i32.sub (local.get $n) (i32.const 1)))
      (br_if $more (local.get $n))))

  ;; a harmless card: the first of the pool from number `from` on with which alone the choice was possible; -1 for none
  (func $harmless (param $seen i32) (param $pool i32) (param $from i32) (result i32)
    (local $k i32) (local $n i32) (local $card i32)
    (local.set $n (i32.load offset=4 (local.get $pool)))
    (loop $more
      (local.set $card (i32.load (call $cell (i32.load offset=8 (local.get $pool))
        (i32.rem_u (i32.add (local.get $from) (local.get $k)) (local.get $n)))))
      (call $lay_all (local.get $seen) (local.get $pool) (local.get $card))
      (if (call $was_possible (local.get $seen)) (then (return (local.get $card))))
      (local.set $k (i32.add (local.get $k) (i32.const 1)))
      (br_if $more (i32.lt_u (local.get $k) (local.get $n))))
    (i32.const -1))

  ;; the first of the places that matter that is of this pool; -1 for none
  (func $first_in (param $seen i32) (param $pool i32) (result i32)
    (local $i i32) (local $place i32)
    (block $none (loop $more
      (br_if $none (i32.ge_u (local.get $i) (i32.load offset=20 (local.get $seen))))
      (local.set $place (i32.load (call $cell (i32.load offset=16 (local.get $seen)) (local.get $i))))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br_if $more (i32.eqz (call $in_pool (local.get $place) (local.get $pool))))
      (return (local.get $place))))
    (i32.const -1))

  (func $learn (param $seen i32) (param $pool i32)
    (local $first i32) (local $n i32) (local $a i32) (local $b i32) (local $i i32) (local $card i32)
    ;; of a card that was chosen unseen it tells how it stands to the others, not what any one is
    (if (i32.ge_s (i32.load offset=12 (local.get $seen)) (i32.const 0)) (then (return)))
    (local.set $first (call $first_in (local.get $seen) (local.get $pool)))
    (if (i32.lt_s (local.get $first) (i32.const 0)) (then (return)))
    (local.set $n (i32.load offset=4 (local.get $pool)))
    (local.set $a (call $harmless (local.get $seen) (local.get $pool) (i32.const 0)))
    (if (i32.lt_s (local.get $a) (i32.const 0)) (then (return)))
    (local.set $b (call $harmless (local.get $seen) (local.get $pool) (i32.shr_u (local.get $n) (i32.const 1))))
    (loop $more
      (local.set $card (i32.load (call $cell (i32.load offset=8 (local.get $pool)) (local.get $i))))
      (if (i32.eqz (call $harmless_beside (local.get $seen) (local.get $pool) (local.get $first) (local.get $card) (local.get $b)))
        (then (if (i32.eqz (call $harmless_beside (local.get $seen) (local.get $pool) (local.get $first) (local.get $card) (local.get $a)))
          (then
            (call $lay_all (local.get $seen) (local.get $pool) (local.get $card))
            (if (i32.eqz (call $was_possible (local.get $seen)))
              (then (call $exclude (local.get $seen) (local.get $pool) (local.get $card))))))))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br_if $more (i32.lt_u (local.get $i) (local.get $n)))))
  (func $harmless_beside (param $seen i32) (param $pool i32) (param $first i32) (param $card i32) (param $other i32) (result i32)
    (call $lay_all (local.get $seen) (local.get $pool) (local.get $other))
    (call $lay_card (local.get $first) (local.get $card))
    (call $was_possible (local.get $seen)))

  ;; before the first sample: what all choices tell of single cards, and which need to be looked at again
  (func (export "prepare")
    (local $pool i32) (local $end i32) (local $at i32) (local $stop i32) (local $n i32)
    (call $deal_or_loosen)
    (if (i32.eqz (i32.load offset=44 (global.get $sheet))) (then (return)))
    (local.set $at (i32.load offset=40 (global.get $sheet)))
    (local.set $stop (i32.add (local.get $at) (i32.mul (i32.load offset=44 (global.get $sheet)) (i32.const 32))))
    (block $learnt (loop $more
      (br_if $learnt (i32.ge_u (local.get $at) (local.get $stop)))
      (local.set $pool (i32.load offset=16 (global.get $sheet)))
      (local.set $n (i32.load offset=20 (global.get $sheet)))
      (loop $pools
        (call $learn (local.get $at) (local.get $pool))
        (local.set $pool (i32.add (local.get $pool) (i32.const 16)))
        (local.set $n (i32.sub (local.get $n) (i32.const 1)))
        (br_if $pools (local.get $n)))
      (local.set $at (i32.add (local.get $at) (i32.const 32)))
      (br $more)))
    ;; together they would leave no way: so they told too much
    (call $deal_or_loosen)
    (local.set $n (i32.const 32))
    (loop $tries
      (drop (call $deal))
      (local.set $at (i32.load offset=40 (global.get $sheet)))
      (block $done (loop $each
        (br_if $done (i32.ge_u (local.get $at) (local.get $stop)))
        (i32.store offset=28 (local.get $at) (i32.add (i32.load offset=28 (local.get $at))
          (i32.eqz (call $was_possible (local.get $at)))))
        (i32.store offset=24 (local.get $at) (i32.ne (i32.load offset=28 (local.get $at)) (i32.const 0)))
        (local.set $at (i32.add (local.get $at) (i32.const 32)))
        (br $each)))
      (local.set $n (i32.sub (local.get $n) (i32.const 1)))
      (br_if $tries (local.get $n))))

  ;; how often what was known left no way to lay the cards, and only their looks were kept
  (global $loosened (export "loosened") (mut i32) (i32.const 0))
  (func $deal_or_loosen
    (if (i32.eqz (call $deal)) (then
      (global.set $loosened (i32.add (global.get $loosened) (i32.const 1)))
      (call $move (i32.load offset=68 (global.get $sheet)) (i32.load offset=72 (global.get $sheet))
        (i32.mul (i32.load offset=4 (global.get $sheet)) (i32.load offset=8 (global.get $sheet)))))))

  ;; -- a sample

  ;; the cards are dealt until all choices were possible; if that takes too long, exchanged one by one
  (func $deal_fitting
    (local $tries i32)
    (loop $again
      (drop (call $deal))
      (if (i32.eqz (call $impossible (i32.const 1))) (then (return)))
      (local.set $tries (i32.add (local.get $tries) (i32.const 1)))
      (br_if $again (i32.lt_u (local.get $tries) (i32.const 40))))
    (call $mend))

  ;; one of the choices that were not possible, from a random one on; 0 if there is none
  (func $failing (result i32)
    (local $n i32) (local $left i32) (local $i i32) (local $seen i32)
    (local.set $n (i32.load offset=44 (global.get $sheet)))
    (local.set $left (local.get $n))
    (local.set $i (call $lot (local.get $n)))
    (block $none (loop $more
      (br_if $none (i32.eqz (local.get $left)))
      (local.set $left (i32.sub (local.get $left) (i32.const 1)))
      (local.set $i (i32.rem_u (i32.add (local.get $i) (i32.const 1)) (local.get $n)))
      (local.set $seen (i32.add (i32.load offset=40 (global.get $sheet)) (i32.shl (local.get $i) (i32.const 5))))
      (br_if $more (i32.eqz (i32.load offset=24 (local.get $seen))))
      (br_if $more (call $was_possible (local.get $seen)))
      (return (local.get $seen))))
    (i32.const 0))

  (func $mend
    (local $now i32) (local $then i32) (local $steps i32) (local $seen i32) (local $a i32) (local $b i32) (local $pool i32)
    (local.set $now (call $impossible (i32.const 1000000)))
    (block $done (loop $more
      (br_if $done (i32.eqz (local.get $now)))
      (br_if $done (i32.ge_u (local.get $steps) (i32.const 1000)))
      (local.set $steps (i32.add (local.get $steps) (i32.const 1)))
      (local.set $seen (call $failing))
      (br_if $done (i32.eqz (local.get $seen)))
      (local.set $a (i32.load (call $cell (i32.load offset=16 (local.get $seen)) (call $lot (i32.load offset=20 (local.get $seen))))))
      (local.set $pool (i32.load offset=16 (global.get $sheet)))
      (loop $find (if (i32.eqz (call $in_pool (local.get $a) (local.get $pool)))
        (then (local.set $pool (i32.add (local.get $pool) (i32.const 16))) (br $find))))
      (local.set $b (i32.add (i32.load (local.get $pool)) (call $lot (i32.load offset=4 (local.get $pool)))))
      (br_if $more (i32.eqz (call $try_exchange (local.get $a) (local.get $b))))
      (local.set $then (call $impossible (i32.const 1000000)))
      (if (i32.gt_u (local.get $then) (local.get $now))
        (then (call $exchange (local.get $a) (local.get $b)))
        (else (local.set $now (local.get $then))))
      (br $more)))
    (global.set $unfit (i32.add (global.get $unfit) (i32.ne (local.get $now) (i32.const 0)))))

  ;; a state that fits all that the seat knows, with a stream of its own
  (func $sample (export "sample") (param $to i32)
    (local $at i32) (local $n i32) (local $i i32) (local $j i32) (local $card i32)
    (call $copy (local.get $to) (i32.load (i32.load (global.get $sheet))))
    (if (i32.load offset=4 (global.get $sheet))
      (then
        (call $deal_fitting)
        (call $lay_out (local.get $to) (i32.load (global.get $sheet)))
        (call $mix_cells (local.get $to))))
    (call $pick_cards (local.get $to))
    (call $remake (local.get $to))
    (call $fresh_stream (local.get $to)))
  (func $fresh_stream (param $S i32)
    (i64.store (local.get $S) (call $drawn_bits))
    (i64.store offset=8 (local.get $S) (i64.or (call $drawn_bits) (i64.const 1))))

  ;; numbers that the seat has not seen come from steps that are played again, until what it saw is the same, or often
  (func $remake (param $S i32)
    (local $at i32) (local $n i32) (local $tries i32)
    (local.set $at (i32.load offset=56 (global.get $sheet)))
    (local.set $n (i32.load offset=60 (global.get $sheet)))
    (block $done (loop $more
      (br_if $done (i32.eqz (local.get $n)))
      (local.set $tries (i32.const 100))
      (block $found (loop $again
        (br_if $found (call $played_again (local.get $S) (local.get $at)))
        (local.set $tries (i32.sub (local.get $tries) (i32.const 1)))
        (br_if $again (local.get $tries))))
      (call $take_numbers (local.get $S) (local.get $at))
      (local.set $at (i32.add (local.get $at) (i32.const 28)))
      (local.set $n (i32.sub (local.get $n) (i32.const 1)))
      (br $more))))

  (func $played_again (param $sample i32) (param $step i32) (result i32)
    (local $S i32) (local $at i32) (local $n i32) (local $number i32) (local $options i32)
    (local.set $S (i32.load offset=12 (global.get $sheet)))
    (if (i32.load (local.get $step))
      (then
        (call $copy (local.get $S) (i32.load (i32.load (local.get $step))))
        (call $lay_out (local.get $S) (i32.load (local.get $step)))
        (call $fresh_stream (local.get $S)))
      (else
        (call $fresh_stream (local.get $S))
        (call $begin (local.get $S))
        (call $step_by_step)
        (call_indirect $plays (type $plays) (local.get $S) (i32.const 0))))
    (local.set $at (i32.load offset=12 (local.get $step)))
    (local.set $n (i32.load offset=16 (local.get $step)))
    (block $known (loop $before
      (br_if $known (i32.eqz (local.get $n)))
      (if (i32.load offset=8 (local.get $at))
        (then (i32.store (i32.add (local.get $S) (i32.load (local.get $at)))
          (i32.load (i32.add (local.get $sample) (i32.load (local.get $at)))))))
      (local.set $at (i32.add (local.get $at) (i32.const 12)))
      (local.set $n (i32.sub (local.get $n) (i32.const 1)))
      (br $before)))
    (local.set $at (i32.load offset=4 (local.get $step)))
    (local.set $n (i32.load offset=8 (local.get $step)))
    (block $done (loop $more
      (br_if $done (i32.eqz (local.get $n)))
      (local.set $options (call $options (local.get $S) (i32.load (local.get $at))))
      (local.set $number (if (result i32) (i32.eq (i32.load offset=8 (local.get $at)) (i32.const -2))
        (then (i32.load (call $cell (global.get $OPTIONS) (call $lot (local.get $options)))))
        (else (call $number_of (i32.add (local.get $at) (i32.const 4))))))
      (call $choose (local.get $S) (i32.load (local.get $at)) (local.get $number))
      (local.set $at (i32.add (local.get $at) (i32.const 12)))
      (local.set $n (i32.sub (local.get $n) (i32.const 1)))
      (br $more)))
    (local.set $at (i32.load offset=20 (local.get $step)))
    (local.set $n (i32.load offset=24 (local.get $step)))
    (block $same (loop $each
      (br_if $same (i32.eqz (local.get $n)))
      (if (i32.ne (i32.load (i32.add (local.get $S) (i32.load (local.get $at)))) (i32.load offset=4 (local.get $at)))
        (then (return (i32.const 0))))
      (local.set $at (i32.add (local.get $at) (i32.const 8)))
      (local.set $n (i32.sub (local.get $n) (i32.const 1)))
      (br $each)))
    (i32.const 1))

  (func $take_numbers (param $S i32) (param $step i32)
    (local $at i32) (local $n i32)
    (local.set $at (i32.load offset=12 (local.get $step)))
    (local.set $n (i32.load offset=16 (local.get $step)))
    (block $done (loop $more
      (br_if $done (i32.eqz (local.get $n)))
      (i32.store (i32.add (local.get $S) (i32.load (local.get $at))) (i32.add (i32.load offset=4 (local.get $at))
        (i32.load (i32.add (i32.load offset=12 (global.get $sheet)) (i32.load (local.get $at))))))
      (local.set $at (i32.add (local.get $at) (i32.const 12)))
      (local.set $n (i32.sub (local.get $n) (i32.const 1)))
      (br $more))))

  (func $mix_cells (param $S i32)
    (local $at i32) (local $n i32) (local $i i32) (local $a i32) (local $b i32) (local $card i32)
    (local.set $at (i32.load offset=24 (global.get $sheet)))
    (local.set $n (i32.load offset=28 (global.get $sheet)))
    (block $done (loop $more
      (br_if $done (i32.eqz (local.get $n)))
      (local.set $i (i32.load offset=4 (local.get $at)))
      (loop $each
        (local.set $a (i32.add (local.get $S) (i32.load (call $cell (i32.load (local.get $at)) (call $lot (local.get $i))))))
        (local.set $i (i32.sub (local.get $i) (i32.const 1)))
        (local.set $b (i32.add (local.get $S) (i32.load (call $cell (i32.load (local.get $at)) (local.get $i)))))
        (local.set $card (i32.load (local.get $a)))
        (i32.store (local.get $a) (i32.load (local.get $b)))
        (i32.store (local.get $b) (local.get $card))
        (br_if $each (i32.gt_u (local.get $i) (i32.const 1))))
      (local.set $at (i32.add (local.get $at) (i32.const 8)))
      (local.set $n (i32.sub (local.get $n) (i32.const 1)))
      (br $more))))

  (func $pick_cards (param $S i32)
    (local $at i32) (local $n i32) (local $card i32)
    (local.set $at (i32.load offset=32 (global.get $sheet)))
    (local.set $n (i32.load offset=36 (global.get $sheet)))
    (block $done (loop $more
      (br_if $done (i32.eqz (local.get $n)))
      (local.set $card (i32.load (call $cell (i32.load offset=4 (local.get $at)) (call $lot (i32.load offset=8 (local.get $at))))))
      (if (i32.lt_s (local.get $card) (i32.const 0))
        (then (local.set $card (call $card_of (i32.xor (local.get $card) (i32.const -1))))))
      (i32.store (i32.add (local.get $S) (i32.load (local.get $at))) (local.get $card))
      (local.set $at (i32.add (local.get $at) (i32.const 12)))
      (local.set $n (i32.sub (local.get $n) (i32.const 1)))
      (br $more))))

  ;; the number that an option of the seat has in the sample drawn last
  (func $own_option (export "own_option") (param $n i32) (result i32)
    (call $number_of (i32.add (i32.load offset=48 (global.get $sheet)) (i32.shl (local.get $n) (i32.const 3)))))

  ;; 64 bits from the sampling stream
  (func $drawn_bits (result i64)
    (drop (call $next (global.get $SAMPLING) (i32.const 2)))
    (i64.load (global.get $SAMPLING)))
