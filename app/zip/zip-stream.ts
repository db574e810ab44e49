import { crc32 } from 'node:zlib';
import { centralHeader, endOfCentralDirectory, localHeader, type ZipRecord } from './zip-records.ts';

/** A file in an archive. */
export interface ZipEntry {
  /** Its path in the archive, with `/` between folders. */
  name: string;
  /** Unix time in ms. */
  modifiedAt: number;
  /**
   * Opens the content. It is read twice, because the checksum precedes it: not every program can unpack stored files
   * whose checksum follows.
   */
  open: () => AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/**
 * Writes a ZIP archive (PKWARE APPNOTE 6.3.10) without compressing: medical files and photos are compressed already.
 * Reads and yields one chunk at a time, so that the size of the archive does not matter; uses ZIP64 where it is needed.
 * @param entries may be created lazily
 * @throws if the size of an entry's content changes between the two reads
 */
export async function* zipStream(entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const records: ZipRecord[] = [];
  let offset = 0;
  for await (const { name, modifiedAt, open } of entries) {
    const { size, checksum } = await measure(open());
    const record = { name, modifiedAt, size, checksum, offset };
    const header = localHeader(record);
    yield header;
    let written = 0;
    for await (const chunk of open()) {
      written += chunk.length;
      yield chunk;
    }
    if (written !== size) throw new Error('A file changed while it was being added to an archive');
    records.push(record);
    offset += header.length + size;
  }
  let directorySize = 0;
  for (const record of records) {
    const header = centralHeader(record);
    directorySize += header.length;
    yield header;
  }
  yield endOfCentralDirectory({ count: records.length, directorySize, directoryOffset: offset });
}

async function measure(content: ReturnType<ZipEntry['open']>): Promise<{ size: number; checksum: number }> {
  let size = 0;
  let checksum = 0;
  for await (const chunk of content) {
    size += chunk.length;
    checksum = crc32(chunk, checksum);
  }
  return { size, checksum };
}
