import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openProgress } from './progress.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

function open(isTTY: boolean) {
  const written: string[] = [];
  const stream = { isTTY, write: (text: string) => written.push(text) > 0 };
  return { progress: openProgress(stream), written };
}

test('reports nothing for work that takes less than a second', () => {
  const { progress, written } = open(true);
  vi.advanceTimersByTime(999);
  progress.report('1 of 2');
  progress.end();
  expect(written).toEqual([]);
});

test('updates one line on a terminal, a few times a second, and removes it at the end', () => {
  const { progress, written } = open(true);
  vi.advanceTimersByTime(1_000);
  for (const number of [1, 2]) progress.report(`${number} of 3`);
  vi.advanceTimersByTime(200);
  progress.report('3 of 3');
  progress.end();
  progress.end();
  expect(written).toEqual(['\r\u001B[K1 of 3', '\r\u001B[K3 of 3', '\r\u001B[K']);
});

test('adds a line to a file every ten seconds', () => {
  const { progress, written } = open(false);
  for (let second = 0; second < 25; second += 1) {
    progress.report(`${second} s`);
    vi.advanceTimersByTime(1_000);
  }
  progress.end();
  expect(written).toEqual(['10 s\n', '20 s\n']);
});
