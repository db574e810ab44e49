import { buffer } from 'node:stream/consumers';
import type { Bucket } from '#app/uploads/storage/s3/bucket.server.ts';
import type { MovePlan, MoveTarget } from './move-data.server.ts';
import { maxConcurrent } from './move-files.server.ts';

/** Rows copied and compared per second, as measured for docs/decisions/0067 on two cores with PostgreSQL beside them. */
const rowsPerSecond = 10_000;
/** The size of the object that is sent to the bucket and read back (bytes). */
const sampleSize = 4 * 1024 * 1024;
/** The object with which the site tries its bucket at every start. */
const sampleName = 'probe';

/** Estimates how long a move takes. Sends an object to the bucket, reads it back, and deletes it. @returns a sentence */
export async function estimateDuration({ rows, files, bytes }: MovePlan, target: MoveTarget): Promise<string> {
  const rowSeconds = [...rows.values()].reduce((sum, count) => sum + count, 0) / rowsPerSecond;
  const fileSeconds = target.files ? await estimateFiles(target.files.bucket, files.length, bytes) : 0;
  const minutes = Math.ceil((rowSeconds + fileSeconds) / 60);
  const basis = target.files ? 'measured with 4 MiB sent to the bucket and read back' : 'not measured';
  return `This takes about ${minutes === 1 ? 'a minute' : `${minutes} minutes`} (${basis}; ${rowsPerSecond} rows per second assumed).`;
}

async function estimateFiles(bucket: Bucket, count: number, bytes: number): Promise<number> {
  const transfer = async (size: number) => {
    const begunAt = performance.now();
    await bucket.put(sampleName, Buffer.alloc(size));
    const body = await bucket.get(sampleName, 0);
    if (body) await buffer(body);
    return (performance.now() - begunAt) / 1000;
  };
  try {
    // The first request also connects.
    await transfer(1);
    const perFile = await transfer(1);
    const perByte = (await transfer(sampleSize)) / sampleSize;
    return (count * perFile) / maxConcurrent + bytes * perByte;
  } finally {
    await bucket.remove(sampleName);
  }
}
