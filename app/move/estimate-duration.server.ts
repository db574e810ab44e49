import { buffer } from 'node:stream/consumers';
import type { Bucket } from '#app/uploads/storage/s3/bucket.server.ts';
import type { MovePlan, MoveTarget } from './move-data.server.ts';
import { maxConcurrent } from './move-files.server.ts';

/** Rows copied and compared per second, as measured for docs/decisions/0067 on two cores shared with PostgreSQL. */
const rowsPerSecond = 10_000;
/** The size of the object that is sent to the bucket and read back (bytes). */
const sampleSize = 4 * 1024 * 1024;
/** The object with which the site tests its bucket at every start. */
const sampleName = 'probe';

/**
 * Estimates how long a move takes. Sends an object to the bucket, reads it back, and deletes it.
 * @returns a sentence, which also says what the estimate is based on
 */
export async function estimateDuration({ rows, files, bytes }: MovePlan, target: MoveTarget): Promise<string> {
  const basis: string[] = [];
  let seconds = 0;
  if (target.files) {
    const { perFile, perByte } = await measureBucket(target.files.bucket);
    seconds += (files.length * perFile) / maxConcurrent + bytes * perByte;
    basis.push(`4 MiB sent to the bucket and read back: ${(sampleSize * perByte).toFixed(1)} s`);
  }
  if (target.database) {
    seconds += [...rows.values()].reduce((sum, count) => sum + count, 0) / rowsPerSecond;
    basis.push(`${rowsPerSecond} rows per second, not measured here`);
  }
  const minutes = Math.ceil(seconds / 60);
  return `This takes about ${minutes <= 1 ? 'a minute or less' : `${minutes} minutes`} (${basis.join('; ')}).`;
}

/** Measures how long it takes to send a file, and a byte of it, to the bucket and read it back (s). */
async function measureBucket(bucket: Bucket): Promise<{ perFile: number; perByte: number }> {
  const transfer = async (size: number) => {
    const startedAt = performance.now();
    await bucket.put(sampleName, Buffer.alloc(size));
    const body = await bucket.get(sampleName, 0);
    if (body) await buffer(body);
    return (performance.now() - startedAt) / 1000;
  };
  try {
    // The first request also connects.
    await transfer(1);
    return { perFile: await transfer(1), perByte: (await transfer(sampleSize)) / sampleSize };
  } finally {
    await bucket.remove(sampleName);
  }
}
