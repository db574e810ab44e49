import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runSync } from '#app/clock/time-slices.ts';
import { splitProposals } from './split-proposals.ts';

/** Parses a text piece by piece, as the reader of responses does. @param partLength length of the parts it arrives in */
function parsePieces(text: string, partLength = text.length): unknown {
  const parts: string[] = [];
  for (let at = 0; at < text.length; at += partLength) parts.push(text.slice(at, at + partLength));
  const { frame, items: itemTexts, proposals } = runSync(splitProposals(parts));
  expect(JSON.parse(frame)).toHaveLength(itemTexts.length);
  const items = itemTexts.map((item) => JSON.parse(item) as Record<string, unknown>);
  const lists = proposals.map((list) => list.map((proposal): unknown => JSON.parse(proposal)));
  return items.map((item, index) => {
    const isCut = Array.isArray(item.proposals) && item.proposals.length === 0;
    return isCut ? { ...item, proposals: lists[index] } : item;
  });
}

test.each([
  '[]',
  '[{}]',
  '[{"proposals":[]},{"proposals":[ ]}]',
  '[{"chunk_id":"a","proposals":[{"a":[1,{"b":[]}]},{"c":"],[}{\\"\\\\"}],"market":"sa"},{"search_id":"x"}]',
  '[{"airports":{"proposals":[1,2]},"proposals":[null,5,"text",[1,[2]]]}]',
  '[{"proposals":null},{"proposals":[{"proposals":[1,2]},3]}]',
  '[{"proposals":[1],"proposals":[2,3]}]',
  '[{"\\u0070roposals":[1,2]}]',
  '[{"name":"proposals","list":[1,2]}]',
  ' [ { "proposals" : [ { "a" : 1 } , { "b" : 2 } ] } ] ',
])('yields what JSON.parse yields: %s', (text) => {
  for (const partLength of [text.length, 1, 2, 7]) {
    expect(parsePieces(text, partLength), String(partLength)).toEqual(JSON.parse(text));
  }
});

test.each([
  '[{"proposals":[1,]}]',
  '[{"proposals":[,1]}]',
  '[{"proposals":[1 2]}]',
  '[{"proposals":[1}]',
  '[{"proposals":[1]',
])('fails where JSON.parse fails: %s', (text) => {
  for (const partLength of [text.length, 1, 2]) expect(() => parsePieces(text, partLength)).toThrow(SyntaxError);
});

test('yields what JSON.parse yields for any values, and fails where it fails', () => {
  const proposals = fc.array(fc.jsonValue({ maxDepth: 3 }));
  const items = fc.array(fc.record({ chunk_id: fc.string(), proposals, names: fc.jsonValue({ maxDepth: 2 }) }));
  fc.assert(
    fc.property(
      items,
      fc.nat(),
      fc.boolean(),
      fc.integer({ min: 1, max: 80 }),
      (value, position, isCut, partLength) => {
        const text = JSON.stringify(value);
        const at = position % (text.length + 1);
        const changed = isCut ? text.slice(0, at) + text.slice(at + 1) : text;
        const expected = outcome(() => JSON.parse(changed) as unknown);
        if (Array.isArray(expected) && !expected.every((item) => item !== null && typeof item === 'object')) return;
        expect(outcome(() => parsePieces(changed, partLength))).toEqual(expected);
      },
    ),
    { numRuns: 2_000 },
  );
});

function outcome(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    if (error instanceof SyntaxError) return 'a syntax error';
    throw error;
  }
}

test.each([
  ['brackets nested a thousand times', `[{"a":${'['.repeat(1_000)}${']'.repeat(1_000)}}]`],
  ['an item of two million characters', `[{"a":"${'x'.repeat(2_000_000)}"}]`],
  ['a proposal of two million characters', `[{"proposals":[{"a":"${'x'.repeat(2_000_000)}"}]}]`],
  ['thirty thousand proposals', `[{"proposals":[${'1,'.repeat(30_000)}1]}]`],
  ['twenty thousand items', `[${'{},'.repeat(20_000)}{}]`],
])('refuses what no search has: %s', (_, text) => {
  for (const partLength of [text.length, 65_536]) {
    expect(() => parsePieces(text, partLength)).toThrow(expect.objectContaining({ problem: 'too_large' }));
  }
});
