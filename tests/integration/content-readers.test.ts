import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { contentReaders, ownTexts } from '../support/content-readers.ts';
import { costLimits, memoryLimit } from '../support/reader-costs.ts';
import { measureInProcess } from '../support/reader-process.ts';

describe('every file that reads content from outside has an entry', () => {
  /** Matches what unpacks or parses: libraries, JSON, and functions that are given bytes. */
  const reads = [
    /(?:from |import\()'(?:yauzl|(?:node:)?zlib|file-type|saxes)'/,
    /\bJSON\.parse\(|\.json\(\)/,
    /^export (?:async )?function\*? \w+\([^)]*: (?:Buffer|Uint8Array)\b/m,
  ];
  const files = readdirSync('app', { recursive: true, encoding: 'utf8' }).filter(
    (path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path),
  );
  const readers = files.filter((path) => reads.some((pattern) => pattern.test(readFileSync(`app/${path}`, 'utf8'))));
  const covered = contentReaders.flatMap(({ sources }) => sources);

  test('as a reader, or among the files whose texts are our own', () => {
    expect(readers.length).toBeGreaterThan(30);
    expect(readers.filter((path) => !covered.includes(path) && !(path in ownTexts))).toEqual([]);
  });

  test('and no entry is out of date', () => {
    expect(covered.filter((path) => !existsSync(`app/${path}`))).toEqual([]);
    expect(Object.keys(ownTexts).filter((path) => !readers.includes(path) || covered.includes(path))).toEqual([]);
    expect(contentReaders.filter(({ contents }) => contents.length < 3)).toEqual([]);
  });
});

test.each(contentReaders.map((reader) => [reader.name, reader] as const))(
  'no content costs more than its size: %s',
  { timeout: 600_000 },
  async (name, reader) => {
    const costs = await measureInProcess(name);
    expect(costs).toHaveLength(reader.contents.length);
    const tooMuch = costs.filter(
      ({ stopRatio, growth, memory, memoryOfThree }) =>
        stopRatio > costLimits.stopRatio ||
        growth > costLimits.growth ||
        memory > memoryLimit(reader, 1) ||
        memoryOfThree > memoryLimit(reader, 3),
    );
    expect(tooMuch).toEqual([]);
  },
);
