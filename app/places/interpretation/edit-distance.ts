/**
 * Returns the edit distance of two words (optimal string alignment: insertions, deletions, substitutions,
 * transpositions), or `maxDistance + 1` if the distance exceeds `maxDistance`.
 */
export function editDistance(a: string, b: string, maxDistance: number): number {
  if (Math.abs(a.length - b.length) > maxDistance) return maxDistance + 1;
  let twoRowsAbove: number[] = [];
  let rowAbove = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    let rowMinimum = row;
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1];
      let cost = Math.min(
        (rowAbove[column] ?? Infinity) + 1,
        (current[column - 1] ?? Infinity) + 1,
        (rowAbove[column - 1] ?? Infinity) + (isSame ? 0 : 1),
      );
      const isTransposed = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (row > 1 && column > 1 && isTransposed) cost = Math.min(cost, (twoRowsAbove[column - 2] ?? Infinity) + 1);
      current.push(cost);
      rowMinimum = Math.min(rowMinimum, cost);
    }
    if (rowMinimum > maxDistance) return maxDistance + 1;
    [twoRowsAbove, rowAbove] = [rowAbove, current];
  }
  return Math.min(rowAbove[b.length] ?? Infinity, maxDistance + 1);
}

/** Returns the letters of a word as a bit set, for {@link mayBeWithin}. */
export function letterSet(word: string): number {
  let letters = 0;
  for (let index = 0; index < word.length; index++) letters |= 1 << (word.charCodeAt(index) & 31);
  return letters;
}

/**
 * Returns whether two words may be within an edit distance, judged by their letter sets. An edit changes at most two
 * letters of a set, so this quick check never rules out a match.
 */
export function mayBeWithin(a: number, b: number, maxDistance: number): boolean {
  let difference = a ^ b;
  let count = 0;
  while (difference !== 0) {
    difference &= difference - 1;
    count++;
  }
  return count <= 2 * maxDistance;
}
