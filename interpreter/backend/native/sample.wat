  ;; -- samples: states that a seat cannot tell apart. See doubt.py

  ;; the address of a state in which what the seat cannot know is yet to be drawn
  (global $template (export "template") (mut i32) (i32.const 0))

  ;; a state that fits all that the seat knows, with a stream of its own
  (func $sample (export "sample") (param $to i32)
    (call $copy (local.get $to) (global.get $template))
    (i64.store (local.get $to) (call $drawn_bits))
    (i64.store offset=8 (local.get $to) (i64.or (call $drawn_bits) (i64.const 1))))

  ;; 64 bits from the sampling stream
  (func $drawn_bits (result i64)
    (drop (call $next (global.get $SAMPLING) (i32.const 2)))
    (i64.load (global.get $SAMPLING)))
