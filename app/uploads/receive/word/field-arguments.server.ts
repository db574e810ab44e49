import { canBeFollowed, destinationOf } from './destination.server.ts';

/** Switches of `HYPERLINK` that are followed by a text: a bookmark, and a tip (ECMA-376, part 1, section 17.16.5.25). */
const textSwitches = new Set(['\\l', '\\o']);

/**
 * Whether all words in the arguments of a field that inserts a file are local if taken as targets: which of them names the
 * file depends on the field.
 */
export function namesLocalFiles(code: string): boolean {
  return wordsOf(code).every(
    ({ text, isSwitch }) => isSwitch || spellings(text).every((word) => isLocal(destinationOf(word))),
  );
}

/** Whether the arguments of `HYPERLINK` lead where a link may (see {@link canBeFollowed}). */
export function linksToHarmless(code: string): boolean {
  return targetsOf(code).every((target) => spellings(target).every(canBeFollowed));
}

const isLocal = (destination: string) => destination === 'local' || destination === 'relative';

/**
 * Returns the words in the arguments of `HYPERLINK` that could be its target: all but bookmarks and tips, which may have
 * colons, such as "Wikipedia: Liver". If it is not clear where a quotation ends, these are among them.
 */
function targetsOf(code: string): string[] {
  const isClear = !/[“”„]|\\"/.test(code);
  const targets: string[] = [];
  let isTextOfSwitch = false;
  for (const { text, isSwitch } of wordsOf(code)) {
    if (!isSwitch && !isTextOfSwitch) targets.push(text);
    // After two such switches, the text could belong to the first.
    isTextOfSwitch = isSwitch && isClear && !isTextOfSwitch && textSwitches.has(text);
  }
  return targets;
}

function wordsOf(code: string): { text: string; isSwitch: boolean }[] {
  return Array.from(code.matchAll(/["“”„]([^"“”„]*)["“”„]?|[^\s"“”„]+/g), ([word, quoted]) => ({
    text: quoted ?? word,
    isSwitch: quoted === undefined && /^\\.$/.test(word),
  }));
}

/** A backslash is written twice in a field, and a single one may be left out; but Word also accepts one. */
const spellings = (word: string) => [word, word.replace(/\\(.)/g, '$1')];
