/* The games of handwritten_games.c, which is included as it is, for a program that times them: some playouts for one call.
 *
 *     cc -O3 -march=native -shared -fPIC called_games.c -o called_games.so
 */
#include "handwritten_games.c"

static void (*const plays[])(void) = {tic_tac_toe, kuhn_poker, leduc_poker, goofspiel, liars_dice_1, liars_dice_5};

/* The seeds of docs/random.md. */
static uint64_t mix(uint64_t seed, uint64_t k) {
    uint64_t z = seed + k * 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* Plays `count` games; how many decisions there were. With `seeded` each has a stream of its own, as game number
 * first, first + 1, ... of a run; without, the stream goes on from game to game. */
int64_t playouts(int game, int64_t count, int seeded, int64_t run, int64_t first) {
    uint64_t base = mix((uint64_t)run, 2);
    decisions = result = 0;
    for (int64_t i = 0; i < count; i++) {
        if (seeded) {
            uint64_t key = mix(mix(base, (uint64_t)(first + i) + 1) >> 1, 1);
            stream = ((unsigned __int128)mix(key, 1) << 64) | mix(key, 2) | 1;
        }
        plays[game]();
    }
    return decisions;
}

/* What player 0 came to in these games, added up. */
int64_t results(void) { return result; }
