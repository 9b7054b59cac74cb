    ;; one step of the stream whose state is $up, $low
    (local.set $low0 (i64.and (local.get $low) (i64.const 0xffffffff)))
    (local.set $low1 (i64.shr_u (local.get $low) (i64.const 32)))
    (local.set $x (i64.add (i64.mul (local.get $low1) (i64.const 0xe4dd58b5))
                           (i64.shr_u (i64.mul (local.get $low0) (i64.const 0xe4dd58b5)) (i64.const 32))))
    (local.set $y (i64.add (i64.mul (local.get $low0) (i64.const 0xda942042)) (i64.and (local.get $x) (i64.const 0xffffffff))))
    (local.set $up
      (i64.add (i64.mul (local.get $up) (i64.const 0xda942042e4dd58b5))
               (i64.add (i64.mul (local.get $low1) (i64.const 0xda942042))
                        (i64.add (i64.shr_u (local.get $x) (i64.const 32)) (i64.shr_u (local.get $y) (i64.const 32))))))
    (local.set $low (i64.mul (local.get $low) (i64.const 0xda942042e4dd58b5)))
