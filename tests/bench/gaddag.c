/* The yardstick of `make bench`: a plain GADDAG search for the top score with all ties.
 *
 * Anchors are searched best first by an upper bound that knows no words, until no bound reaches
 * the best move found. Everything but the word graph is computed from the plain board in each
 * call. It shares nothing with the engine.
 *
 * The graph: 32-bit arcs; the arcs of a node lie in a row, sorted by letter, the last one flagged.
 * A word is stored as reversed prefix, separator, rest; the rests are a minimal word graph, and
 * the reversed prefixes a second one whose separators lead into the first.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SIZE = 15, SQUARES = 225, LETTERS = 29, CENTRE = 7, MOST_LAID = 15 };
enum { SEPARATOR = 0, BLANK = 0, LYING_BLANK = 32 };

typedef uint32_t Arc;
#define LETTER(arc) ((arc) & 31u)
#define ACCEPTS(arc) ((arc) & 32u)
#define LAST(arc) ((arc) & 64u)
#define TARGET(arc) ((arc) >> 7)
#define MAKE_ARC(letter, accepts, target) \
    ((Arc)(letter) | ((accepts) ? 32u : 0u) | (Arc)(target) << 7)

static const uint32_t ANY_LETTER = ((1u << LETTERS) - 1) << 1;

/* A move: the whole main word from its first square; +32 marks a blank. */
typedef struct {
    uint8_t down, line, start, length;
    uint8_t word[SIZE];
} Tie;

typedef struct {
    Arc *arcs;
    uint32_t count, root;
    Tie *ties;
    int tie_count, tie_room;
} Gaddag;

/* ---- Building ---------------------------------------------------------------------------- */

typedef struct {
    Arc *arcs;
    uint32_t count, room;
    uint32_t *table; /* hash of a node's arcs -> its first arc; 0 is free */
    uint32_t table_size, node_count;
    struct { Arc arcs[LETTERS + 1]; int count; } open[SIZE + 1]; /* the path not yet frozen */
    uint8_t last[SIZE];
    int last_length;
} Builder;

static uint32_t hash_node(const Arc *arcs) {
    uint64_t hash = 0x9E3779B97F4A7C15u;
    for (;; arcs++) {
        hash = (hash ^ *arcs) * 0xD6E8FEB86659FD93u;
        hash ^= hash >> 32;
        if (LAST(*arcs)) return (uint32_t)hash;
    }
}

static int equal_nodes(const Arc *one, const Arc *other) {
    for (; *one == *other; one++, other++)
        if (LAST(*one)) return 1;
    return 0;
}

static void grow_table(Builder *builder) {
    uint32_t old_size = builder->table_size, *old = builder->table;
    builder->table_size = old_size ? old_size * 2 : 1u << 16;
    builder->table = calloc(builder->table_size, sizeof *builder->table);
    for (uint32_t i = 0; i < old_size; i++) {
        if (!old[i]) continue;
        uint32_t slot = hash_node(builder->arcs + old[i]);
        while (builder->table[slot &= builder->table_size - 1]) slot++;
        builder->table[slot] = old[i];
    }
    free(old);
}

/* The node with these arcs: an equal one that exists, or a new one. No arcs: 0. */
static uint32_t freeze(Builder *builder, Arc *arcs, int count) {
    if (!count) return 0;
    arcs[count - 1] |= 64u;
    if (builder->node_count * 2 >= builder->table_size) grow_table(builder);
    uint32_t slot = hash_node(arcs);
    for (;; slot++) {
        uint32_t node = builder->table[slot &= builder->table_size - 1];
        if (!node) break;
        if (equal_nodes(builder->arcs + node, arcs)) return node;
    }
    if (builder->count + (uint32_t)count > builder->room) {
        builder->room = builder->room * 2 + 1024;
        builder->arcs = realloc(builder->arcs, builder->room * sizeof(Arc));
    }
    uint32_t node = builder->count;
    memcpy(builder->arcs + node, arcs, (size_t)count * sizeof(Arc));
    builder->count += (uint32_t)count;
    builder->node_count++;
    builder->table[slot] = node;
    return node;
}

static void freeze_below(Builder *builder, int depth) {
    for (int level = builder->last_length; level > depth; level--) {
        uint32_t node = freeze(builder, builder->open[level].arcs, builder->open[level].count);
        Arc *above = &builder->open[level - 1].arcs[builder->open[level - 1].count - 1];
        *above |= node << 7;
        builder->open[level].count = 0;
    }
    builder->last_length = depth;
}

/* Add a text that sorts after all before it; its end carries `rest` behind a separator. */
static void add_text(Builder *builder, const uint8_t *text, int length, int accepts,
                     uint32_t rest) {
    int shared = 0, most = length < builder->last_length ? length : builder->last_length;
    while (shared < most && text[shared] == builder->last[shared]) shared++;
    if (shared == length) return; /* the same word again */
    freeze_below(builder, shared);
    for (int level = shared; level < length; level++)
        builder->open[level].arcs[builder->open[level].count++] =
            MAKE_ARC(text[level], accepts && level == length - 1, 0);
    if (rest) {
        builder->open[length].arcs[0] = MAKE_ARC(SEPARATOR, 0, rest);
        builder->open[length].count = 1;
    }
    memcpy(builder->last, text, (size_t)length);
    builder->last_length = length;
}

static uint32_t finish_root(Builder *builder) {
    freeze_below(builder, 0);
    uint32_t root = freeze(builder, builder->open[0].arcs, builder->open[0].count);
    builder->open[0].count = 0;
    return root;
}

typedef struct {
    uint8_t reversed[SIZE]; /* padded with zeros */
    uint8_t length, accepts;
    uint32_t rest;
} Prefix;

typedef struct {
    Prefix *all;
    size_t count, room;
} Prefixes;

static void collect_prefixes(const Arc *arcs, uint32_t node, uint8_t *path, int depth,
                             Prefixes *found) {
    for (const Arc *arc = arcs + node;; arc++) {
        path[depth] = LETTER(*arc);
        if (found->count == found->room) {
            found->room = found->room * 2 + 4096;
            found->all = realloc(found->all, found->room * sizeof(Prefix));
        }
        Prefix *prefix = &found->all[found->count++];
        memset(prefix, 0, sizeof *prefix);
        for (int i = 0; i <= depth; i++) prefix->reversed[i] = path[depth - i];
        prefix->length = (uint8_t)(depth + 1);
        prefix->accepts = ACCEPTS(*arc) != 0;
        prefix->rest = TARGET(*arc);
        if (TARGET(*arc)) collect_prefixes(arcs, TARGET(*arc), path, depth + 1, found);
        if (LAST(*arc)) return;
    }
}

static int by_text(const void *one, const void *other) {
    return memcmp(((const Prefix *)one)->reversed, ((const Prefix *)other)->reversed, SIZE);
}

/* Build from sorted words of 2 to 15 letters 1..29, each closed by a zero. */
Gaddag *gaddag_build(const uint8_t *words, long size) {
    Builder builder = {.count = 1, .room = 1 << 20};
    builder.arcs = calloc(builder.room, sizeof(Arc));
    for (long at = 0; at < size;) {
        int length = (int)strlen((const char *)words + at);
        add_text(&builder, words + at, length, 1, 0);
        at += length + 1;
    }
    uint32_t rests = finish_root(&builder);
    Gaddag *gaddag = calloc(1, sizeof *gaddag);
    if (rests) {
        Prefixes prefixes = {0};
        uint8_t path[SIZE];
        collect_prefixes(builder.arcs, rests, path, 0, &prefixes);
        qsort(prefixes.all, prefixes.count, sizeof(Prefix), by_text);
        for (size_t i = 0; i < prefixes.count; i++) {
            const Prefix *prefix = &prefixes.all[i];
            add_text(&builder, prefix->reversed, prefix->length, prefix->accepts, prefix->rest);
        }
        gaddag->root = finish_root(&builder);
        free(prefixes.all);
    }
    free(builder.table);
    gaddag->arcs = realloc(builder.arcs, builder.count * sizeof(Arc));
    gaddag->count = builder.count;
    return gaddag;
}

void gaddag_free(Gaddag *gaddag) {
    free(gaddag->arcs);
    free(gaddag->ties);
    free(gaddag);
}

long gaddag_bytes(const Gaddag *gaddag) { return (long)gaddag->count * (long)sizeof(Arc); }

/* ---- Searching --------------------------------------------------------------------------- */

typedef struct {
    uint32_t cross_set;  /* letters that make words on the crossing line */
    int16_t cross_sum;   /* value of the tiles on the crossing line */
    uint8_t cross_count; /* how many they are */
    uint8_t tile, value; /* the lying letter 1..29 or 0, and its value */
    uint8_t raw;         /* the same as on the board, +32 for a blank */
    uint8_t letter_factor, word_factor;
} Cell;

/* An anchor takes the moves that cover it but no anchor before it on its line. It is the last
 * tile of a lying block, or an empty square beside a tile of another line. */
typedef struct {
    int16_t bound;
    uint8_t down, line, at, block_start, leftmost;
} Anchor;

typedef struct {
    Gaddag *gaddag;
    const Arc *arcs;
    Cell cells[2][SIZE][SIZE];
    Anchor anchors[2 * SQUARES];
    int anchor_count;
    uint8_t rack[LETTERS + 1];
    uint32_t rack_mask, playable; /* letters with a tile; letters with a tile or a blank */
    int rack_count, rack_values[MOST_LAID]; /* sorted, highest first */
    const int32_t *values;
    int bonus_tiles, bonus, best;
    /* the anchor being searched */
    const Cell *line;
    Anchor anchor;
    int right_open, laid;
    uint8_t word[SIZE];
} Search;

static Arc find_arc(const Arc *arcs, uint32_t node, uint32_t letter) {
    if (!node) return 0;
    for (const Arc *arc = arcs + node;; arc++) {
        if (LETTER(*arc) == letter) return *arc;
        if (LAST(*arc)) return 0;
    }
}

/* The letters between the tiles before and after `at`, a square of a column of bytes. */
static uint32_t cross_set(const Search *search, const uint8_t *board, int at, int step, int first,
                          int last) {
    const Arc *arcs = search->arcs;
    uint32_t node = search->gaddag->root, found = 0;
    if (first == at) { /* nothing before: read the tiles after backwards, then the letter */
        for (int i = last; i > at; i -= step)
            if (!(node = TARGET(find_arc(arcs, node, board[i] & 31u)))) return 0;
        for (const Arc *arc = arcs + node;; arc++) {
            if (ACCEPTS(*arc)) found |= 1u << LETTER(*arc);
            if (LAST(*arc)) return found;
        }
    }
    for (int i = at - step; i >= first; i -= step)
        if (!(node = TARGET(find_arc(arcs, node, board[i] & 31u)))) return 0;
    if (!(node = TARGET(find_arc(arcs, node, SEPARATOR)))) return 0;
    for (const Arc *arc = arcs + node;; arc++) {
        Arc reached = *arc;
        for (int i = at + step; i <= last && reached; i += step)
            reached = find_arc(arcs, TARGET(reached), board[i] & 31u);
        if (reached && ACCEPTS(reached)) found |= 1u << LETTER(*arc);
        if (LAST(*arc)) return found;
    }
}

static void read_cells(Search *search, const uint8_t *board, const uint8_t *letter_factors,
                       const uint8_t *word_factors) {
    for (int down = 0; down < 2; down++) {
        int along = down ? SIZE : 1, step = down ? 1 : SIZE;
        for (int line = 0; line < SIZE; line++)
            for (int i = 0; i < SIZE; i++) {
                int at = line * step + i * along;
                Cell *cell = &search->cells[down][line][i];
                *cell = (Cell){.cross_set = ANY_LETTER, .raw = board[at], .tile = board[at] & 31u,
                               .letter_factor = letter_factors[at],
                               .word_factor = word_factors[at]};
                if (cell->tile) {
                    cell->value = board[at] & LYING_BLANK ? 0 : (uint8_t)search->values[cell->tile];
                    continue;
                }
                int first = at, last = at;
                for (int k = line; k > 0 && board[first - step]; k--) first -= step;
                for (int k = line; k < SIZE - 1 && board[last + step]; k++) last += step;
                if (first == last) continue;
                for (int k = first; k <= last; k += step)
                    if (board[k] && !(board[k] & LYING_BLANK))
                        cell->cross_sum += (int16_t)search->values[board[k]];
                cell->cross_count = (uint8_t)((last - first) / step);
                cell->cross_set = cross_set(search, board, at, step, first, last);
            }
    }
}

/* What is known of a window of squares when no word is: grows square by square. */
typedef struct {
    int laid, word_factor, lying, crossing;
    int own[MOST_LAID], cross[MOST_LAID]; /* a fresh square's factors in its two words */
    int sorted[MOST_LAID];                /* the sum of both, highest first */
} Window;

static void insert_sorted(int *sorted, int count, int factor) {
    while (count > 0 && sorted[count - 1] < factor) sorted[count] = sorted[count - 1], count--;
    sorted[count] = factor;
}

static void add_fresh(Window *window, const Cell *cell) {
    int i = window->laid++;
    window->own[i] = cell->letter_factor;
    window->cross[i] = cell->cross_count ? cell->letter_factor * cell->word_factor : 0;
    if (cell->cross_count) window->crossing += cell->cross_sum * cell->word_factor;
    if (cell->word_factor == 1) {
        insert_sorted(window->sorted, i, window->own[i] * window->word_factor + window->cross[i]);
        return;
    }
    window->word_factor *= cell->word_factor;
    for (int k = 0; k <= i; k++)
        insert_sorted(window->sorted, k, window->own[k] * window->word_factor + window->cross[k]);
}

static int window_bound(const Search *search, const Window *window) {
    int points = window->lying * window->word_factor + window->crossing;
    for (int i = 0; i < window->laid; i++) points += window->sorted[i] * search->rack_values[i];
    return window->laid == search->bonus_tiles ? points + search->bonus : points;
}

/* No move of the anchor scores more than this; -1 when it has none. */
static int anchor_bound(const Search *search, const Cell *line, const Anchor *anchor) {
    Window left = {.word_factor = 1};
    int best = -1, start = anchor->block_start;
    if (line[anchor->at].tile) {
        for (int i = start; i <= anchor->at; i++) left.lying += line[i].value;
    } else {
        if (!(line[start].cross_set & search->playable)) return -1;
        add_fresh(&left, &line[start]);
    }
    for (;;) {
        Window window = left;
        for (int end = anchor->at + 1;; end++) {
            while (end < SIZE && line[end].tile) window.lying += line[end++].value;
            if (window.laid) {
                int bound = window_bound(search, &window);
                if (bound > best) best = bound;
            }
            if (end >= SIZE || window.laid == search->rack_count) break;
            if (!(line[end].cross_set & search->playable)) break;
            add_fresh(&window, &line[end]);
        }
        if (--start < anchor->leftmost || left.laid == search->rack_count) return best;
        if (!(line[start].cross_set & search->playable)) return best;
        add_fresh(&left, &line[start]);
    }
}

static void add_anchor(Search *search, Anchor anchor) {
    const Cell *line = search->cells[anchor.down][anchor.line];
    anchor.bound = (int16_t)anchor_bound(search, line, &anchor);
    if (anchor.bound >= 0) search->anchors[search->anchor_count++] = anchor;
}

static void find_anchors(Search *search, int board_is_empty) {
    for (int down = 0; down < 2; down++)
        for (int line = 0; line < SIZE; line++) {
            const Cell *cells = search->cells[down][line];
            Anchor anchor = {.down = (uint8_t)down, .line = (uint8_t)line};
            for (int i = 0; i < SIZE; i++) {
                anchor.at = anchor.block_start = (uint8_t)i;
                if (cells[i].tile) {
                    while (i + 1 < SIZE && cells[i + 1].tile) i++;
                    anchor.at = (uint8_t)i;
                    add_anchor(search, anchor);
                    i++; /* the square behind a block can't be covered without it */
                } else if (cells[i].cross_count ||
                           (board_is_empty && line == CENTRE && i == CENTRE)) {
                    add_anchor(search, anchor);
                } else {
                    continue;
                }
                anchor.leftmost = (uint8_t)(i + 1);
            }
        }
}

static void record(Search *search, int start, int end, int main_sum, int factor, int crossing) {
    int points = main_sum * factor + crossing;
    if (search->laid == search->bonus_tiles) points += search->bonus;
    if (points < search->best) return;
    if (search->laid == 1) { /* laid in both directions: keep the longer word, or across */
        int fresh = start;
        while (search->line[fresh].tile) fresh++;
        int other = search->line[fresh].cross_count;
        if (other > end - start || (other == end - start && search->anchor.down)) return;
    }
    Gaddag *store = search->gaddag;
    if (points > search->best) {
        search->best = points;
        store->tie_count = 0;
    }
    if (store->tie_count == store->tie_room) {
        store->tie_room = store->tie_room * 2 + 256;
        store->ties = realloc(store->ties, (size_t)store->tie_room * sizeof(Tie));
    }
    Tie *tie = &store->ties[store->tie_count++];
    *tie = (Tie){.down = search->anchor.down, .line = search->anchor.line,
                 .start = (uint8_t)start, .length = (uint8_t)(end - start + 1)};
    memcpy(tie->word, search->word + start, tie->length);
}

typedef void Onward(Search *, int at, Arc arc, int start, int main_sum, int factor, int crossing);

/* Lay the arc's letter on the empty square `at`, as a tile and as a blank, and go on. */
static inline __attribute__((always_inline)) void try_letter(
    Search *search, Onward *onward, int at, Arc arc, int start, int main_sum, int factor,
    int crossing) {
    const Cell *cell = &search->line[at];
    uint32_t letter = LETTER(arc), bit = 1u << letter;
    if (!(cell->cross_set & search->playable & bit)) return;
    int new_factor = factor * cell->word_factor;
    search->laid++;
    if (search->rack_mask & bit) {
        int value = search->values[letter] * cell->letter_factor, more = 0;
        if (cell->cross_count) more = (value + cell->cross_sum) * cell->word_factor;
        uint32_t mask = search->rack_mask, playable = search->playable;
        if (!--search->rack[letter]) {
            search->rack_mask &= ~bit;
            if (!search->rack[BLANK]) search->playable &= ~bit;
        }
        search->word[at] = (uint8_t)letter;
        onward(search, at, arc, start, main_sum + value, new_factor, crossing + more);
        search->rack[letter]++;
        search->rack_mask = mask;
        search->playable = playable;
    }
    if (search->rack[BLANK]) {
        int more = cell->cross_count ? cell->cross_sum * cell->word_factor : 0;
        uint32_t playable = search->playable;
        if (!--search->rack[BLANK]) search->playable = search->rack_mask;
        search->word[at] = (uint8_t)(letter | LYING_BLANK);
        onward(search, at, arc, start, main_sum, new_factor, crossing + more);
        search->rack[BLANK]++;
        search->playable = playable;
    }
    search->laid--;
}

static void go_right(Search *, int at, uint32_t node, int start, int main_sum, int factor,
                     int crossing);

/* The word reaches from `start` to `at` by `arc`. */
static void ended_at(Search *search, int at, Arc arc, int start, int main_sum, int factor,
                     int crossing) {
    if (ACCEPTS(arc) && (at == SIZE - 1 || !search->line[at + 1].tile))
        record(search, start, at, main_sum, factor, crossing);
    if (TARGET(arc) && at < SIZE - 1)
        go_right(search, at + 1, TARGET(arc), start, main_sum, factor, crossing);
}

static void go_right(Search *search, int at, uint32_t node, int start, int main_sum, int factor,
                     int crossing) {
    const Cell *cell = &search->line[at];
    if (cell->tile) {
        Arc arc = find_arc(search->arcs, node, cell->tile);
        search->word[at] = cell->raw;
        if (arc) ended_at(search, at, arc, start, main_sum + cell->value, factor, crossing);
        return;
    }
    if (!(cell->cross_set & search->playable)) return;
    for (const Arc *arc = search->arcs + node;; arc++) {
        try_letter(search, ended_at, at, *arc, start, main_sum, factor, crossing);
        if (LAST(*arc)) return;
    }
}

/* The word reaches from `at` to the anchor; `arc` read its first letter last. */
static void started_at(Search *search, int at, Arc arc, int unused, int main_sum, int factor,
                       int crossing) {
    (void)unused;
    if (ACCEPTS(arc) && search->right_open && search->laid)
        record(search, at, search->anchor.at, main_sum, factor, crossing);
    if (!TARGET(arc)) return;
    const Arc *next = search->arcs + TARGET(arc);
    if (LETTER(*next) == SEPARATOR) {
        if (search->anchor.at < SIZE - 1)
            go_right(search, search->anchor.at + 1, TARGET(*next), at, main_sum, factor, crossing);
        if (LAST(*next)) return;
        next++;
    }
    if (at == search->anchor.leftmost) return;
    if (!(search->line[at - 1].cross_set & search->playable)) return;
    for (;; next++) {
        try_letter(search, started_at, at - 1, *next, 0, main_sum, factor, crossing);
        if (LAST(*next)) return;
    }
}

static void search_anchor(Search *search) {
    const Anchor *anchor = &search->anchor;
    const Arc *root = search->arcs + search->gaddag->root;
    search->line = search->cells[anchor->down][anchor->line];
    search->right_open = anchor->at == SIZE - 1 || !search->line[anchor->at + 1].tile;
    if (!search->line[anchor->at].tile) {
        for (const Arc *arc = root;; arc++) {
            try_letter(search, started_at, anchor->at, *arc, 0, 0, 1, 0);
            if (LAST(*arc)) return;
        }
    }
    Arc arc = 0;
    uint32_t node = search->gaddag->root;
    int lying = 0;
    for (int i = anchor->at; i >= anchor->block_start; i--, node = TARGET(arc)) {
        if (!(arc = find_arc(search->arcs, node, search->line[i].tile))) return;
        search->word[i] = search->line[i].raw;
        lying += search->line[i].value;
    }
    started_at(search, anchor->block_start, arc, 0, lying, 1, 0);
}

/* Find the best points (0 when there is no move) and leave all ties in `gaddag`.
 *
 * board: 0 empty, 1..29 a letter, +32 a lying blank; rack: tiles of each letter, blanks first. */
int gaddag_find_tops(Gaddag *gaddag, const uint8_t *board, const uint8_t *rack,
                     const int32_t *values, const uint8_t *letter_factors,
                     const uint8_t *word_factors, int bonus_tiles, int bonus, double *micros) {
    struct timespec began, ended;
    clock_gettime(CLOCK_MONOTONIC, &began);
    Search search;
    search.gaddag = gaddag;
    search.arcs = gaddag->arcs;
    search.values = values;
    search.bonus_tiles = bonus_tiles;
    search.bonus = bonus;
    search.best = search.anchor_count = search.laid = search.rack_count = 0;
    search.rack_mask = 0;
    gaddag->tie_count = 0;
    memcpy(search.rack, rack, sizeof search.rack);
    for (int letter = 0; letter <= LETTERS; letter++) {
        if (letter != BLANK && rack[letter]) search.rack_mask |= 1u << letter;
        int value = letter == BLANK ? 0 : values[letter];
        for (int i = 0; i < rack[letter]; i++)
            insert_sorted(search.rack_values, search.rack_count++, value);
    }
    search.playable = rack[BLANK] ? ANY_LETTER : search.rack_mask;
    if (gaddag->root && search.rack_count) {
        int empty = 1;
        for (int i = 0; i < SQUARES; i++) empty &= !board[i];
        read_cells(&search, board, letter_factors, word_factors);
        find_anchors(&search, empty);
        while (search.anchor_count) {
            int first = 0;
            for (int i = 1; i < search.anchor_count; i++)
                if (search.anchors[i].bound > search.anchors[first].bound) first = i;
            search.anchor = search.anchors[first];
            if (search.anchor.bound < search.best) break;
            search.anchors[first] = search.anchors[--search.anchor_count];
            search_anchor(&search);
        }
    }
    clock_gettime(CLOCK_MONOTONIC, &ended);
    *micros = (double)(ended.tv_sec - began.tv_sec) * 1e6;
    *micros += (double)(ended.tv_nsec - began.tv_nsec) / 1e3;
    return search.best;
}

int gaddag_tie_count(const Gaddag *gaddag) { return gaddag->tie_count; }
const Tie *gaddag_ties(const Gaddag *gaddag) { return gaddag->ties; }
