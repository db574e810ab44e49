import { expect, test } from 'vitest';
import { filesProbes } from './file-watch.server.ts';

test.each([
  ['nothing', 0, undefined, [[], []]],
  ['lost files', 3, undefined, [[{ reason: '3 files from 2 requests' }], []]],
  ['a store that refuses files', 0, 'the bucket is full', [[], [{ reason: 'the bucket is full' }]]],
])('reports %s', async (_case, files, problem, findings) => {
  const probes = filesProbes({ lostCount: () => Promise.resolve({ files, requests: 2 }) }, () =>
    Promise.resolve(problem),
  );
  expect(await Promise.all(probes.map((probe) => probe.findTrouble()))).toEqual(findings);
  expect(probes.map(({ trouble, announceAfter }) => [trouble, announceAfter])).toEqual([
    ['files_missing', 0],
    ['files_refused', 60_000],
  ]);
});
