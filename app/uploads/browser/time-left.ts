/** Minimum measured time before an estimate (ms): the first chunks say nothing about the connection. */
const minMeasuredTime = 5_000;
/** How far back the rate is measured (ms): long enough to be steady, and short enough to follow the connection. */
const maxMeasuredTime = 30_000;
const minute = 60_000;

/** The time that the rest of an upload will take: less than a minute, or full minutes or hours, rounded up. */
export interface RoundedTime {
  unit: 'moment' | 'minutes' | 'hours';
  count: number;
}

/**
 * Estimates how long the rest of an upload will take, from its rate during the last half minute.
 * @param now a clock (ms)
 * @returns a function that takes the bytes sent so far and the size of the file, and returns the time left, as the same
 * object as long as the value is the same; undefined while it is unknown
 */
export function createTimeLeft(
  now: () => number = () => performance.now(),
): (sent: number, total: number) => RoundedTime | undefined {
  let samples: { at: number; sent: number }[] = [];
  let shown: RoundedTime | undefined;
  return (sent, total) => {
    const at = now();
    const last = samples[samples.length - 1];
    // After a broken connection, the upload continues after the bytes that have arrived.
    if (last && sent < last.sent) samples = [];
    samples = [...samples.filter((sample) => at - sample.at <= maxMeasuredTime), { at, sent }];
    const first = samples[0];
    if (!first || at - first.at < minMeasuredTime || sent <= first.sent) return (shown = undefined);
    const rounded = roundTime(((total - sent) * (at - first.at)) / (sent - first.sent));
    if (shown?.unit !== rounded.unit || shown.count !== rounded.count) shown = rounded;
    return shown;
  };
}

/** Rounds a time in ms: nobody plans by the second. */
function roundTime(time: number): RoundedTime {
  const minutes = Math.ceil(time / minute);
  if (time < minute) return { unit: 'moment', count: 0 };
  return minutes < 100 ? { unit: 'minutes', count: minutes } : { unit: 'hours', count: Math.ceil(minutes / 60) };
}
