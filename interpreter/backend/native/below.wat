    ;; $found: the number below $n that the state $up, $low stands for
    (if (i32.ge_u (i32.sub (local.get $n) (i32.const 1)) (i32.const 1048576)) (then (unreachable)))
    (local.set $x (i64.mul (i64.shr_u (local.get $up) (i64.const 32)) (i64.extend_i32_u (local.get $n))))
    (local.set $y (i64.mul (i64.and (local.get $up) (i64.const 0xffffffff)) (i64.extend_i32_u (local.get $n))))
    (local.set $m (i64.add (local.get $x) (i64.shr_u (local.get $y) (i64.const 32))))
    ;; the lower 64 bits add less than n to y, so at most 1 here: it only counts where these 32 bits are full
    (if (i32.eq (i32.wrap_i64 (local.get $m)) (i32.const -1))
      (then (local.set $m (i64.add (local.get $x) (i64.shr_u (i64.add (local.get $y)
        (call $high (local.get $low) (i64.extend_i32_u (local.get $n)))) (i64.const 32))))))
    (local.set $found (i32.wrap_i64 (i64.shr_u (local.get $m) (i64.const 32))))
