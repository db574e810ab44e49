type Noun =
  | 'enquiry'
  | 'file'
  | 'picture'
  | 'earlier version'
  | 'message'
  | 'unsubmitted form'
  | 'attempt'
  | 'notice'
  | 'erasure'
  | 'snapshot'
  | 'hour'
  | 'day';

/** Formats a count with its noun: `1 enquiry`, `2 enquiries`, `0 files`. */
export function formatCount(count: number, noun: Noun): string {
  const plural = noun === 'enquiry' ? 'enquiries' : `${noun}s`;
  return `${count} ${count === 1 ? noun : plural}`;
}

/** Formats a size such as `12.3 MiB`. */
export function formatMebibytes(bytes: number): string {
  return `${(bytes / 1024 ** 2).toFixed(1)} MiB`;
}
