/**
 * The edit distance of two words (optimal string alignment: insertions, deletions, substitutions, transpositions);
 * `most + 1` if it exceeds `most`.
 */
export function editDistance(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row++) {
    const current = [row];
    let least = row;
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1];
      let cost = Math.min(
        (last[column] ?? Infinity) + 1,
        (current[column - 1] ?? Infinity) + 1,
        (last[column - 1] ?? Infinity) + (isSame ? 0 : 1),
      );
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      if (row > 1 && column > 1 && isSwapped) cost = Math.min(cost, (beforeLast[column - 2] ?? Infinity) + 1);
      current.push(cost);
      least = Math.min(least, cost);
    }
    if (least > most) return most + 1;
    [beforeLast, last] = [last, current];
  }
  return Math.min(last[other.length] ?? Infinity, most + 1);
}

/** The letters of a word as a bit set. Words whose sets differ by more than `2 * most` letters are not within `most`. */
export function letterSet(word: string): number {
  let set = 0;
  for (let index = 0; index < word.length; index++) set |= 1 << (word.charCodeAt(index) & 31);
  return set;
}

/** A fast pre-check on letter sets: whether two words may be within distance `most`. */
export function mayBeWithin(one: number, other: number, most: number): boolean {
  let differing = one ^ other;
  let count = 0;
  while (differing !== 0) {
    differing &= differing - 1;
    count++;
  }
  return count <= 2 * most;
}
