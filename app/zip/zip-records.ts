/** A stored file in an archive. */
export interface ZipRecord {
  name: string;
  /** Unix time in ms. */
  modifiedAt: number;
  /** In bytes. */
  size: number;
  /** CRC-32. */
  checksum: number;
  /** Where its local header starts, in bytes. */
  offset: number;
}

/**
 * In a file header, this value refers to the ZIP64 extra field; in the end of central directory record, this or 0xffff
 * refers to the ZIP64 end of central directory record.
 */
const max32 = 0xffff_ffff;
const max16 = 0xffff;

/** ZIP64. */
const versionNeeded = 45;
/** Unix, so that the permissions below apply. */
const madeBy = (3 << 8) | versionNeeded;
/** Names are UTF-8. */
const flags = 0x0800;
const stored = 0;
/** A regular file that only its owner can read. */
const attributes = 0o100600 * 0x1_0000;

/** Returns the header before a file's content (APPNOTE, section 4.3.7). */
export function localHeader({ name, modifiedAt, size, checksum }: ZipRecord): Buffer {
  const isLarge = size >= max32;
  // Both sizes are required in a local header.
  const extra = isLarge ? zip64Field([size, size]) : Buffer.alloc(0);
  const nameBytes = Buffer.from(name);
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x0403_4b50, 0);
  header.writeUInt16LE(versionNeeded, 4);
  writeCommonFields(header, 6, { modifiedAt, checksum, size });
  header.writeUInt16LE(nameBytes.length, 26);
  header.writeUInt16LE(extra.length, 28);
  return Buffer.concat([header, nameBytes, extra]);
}

/** Returns a file's header in the central directory (section 4.3.12). */
export function centralHeader({ name, modifiedAt, size, checksum, offset }: ZipRecord): Buffer {
  // In this order, and only those that do not fit (section 4.5.3).
  const large = [...(size >= max32 ? [size, size] : []), ...(offset >= max32 ? [offset] : [])];
  const extra = large.length > 0 ? zip64Field(large) : Buffer.alloc(0);
  const nameBytes = Buffer.from(name);
  const header = Buffer.alloc(46);
  header.writeUInt32LE(0x0201_4b50, 0);
  header.writeUInt16LE(madeBy, 4);
  header.writeUInt16LE(versionNeeded, 6);
  writeCommonFields(header, 8, { modifiedAt, checksum, size });
  header.writeUInt16LE(nameBytes.length, 28);
  header.writeUInt16LE(extra.length, 30);
  header.writeUInt32LE(attributes, 38);
  header.writeUInt32LE(Math.min(offset, max32), 42);
  return Buffer.concat([header, nameBytes, extra]);
}

/**
 * Returns the end of central directory record (section 4.3.16), after its ZIP64 counterpart (4.3.14 and 4.3.15) if that is
 * needed.
 */
export function endOfCentralDirectory({
  count,
  directorySize,
  directoryOffset,
}: {
  count: number;
  directorySize: number;
  directoryOffset: number;
}): Buffer {
  const isLarge = count >= max16 || directorySize >= max32 || directoryOffset >= max32;
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x0605_4b50, 0);
  end.writeUInt16LE(Math.min(count, max16), 8);
  end.writeUInt16LE(Math.min(count, max16), 10);
  end.writeUInt32LE(Math.min(directorySize, max32), 12);
  end.writeUInt32LE(Math.min(directoryOffset, max32), 16);
  if (!isLarge) return end;
  const large = Buffer.alloc(56);
  large.writeUInt32LE(0x0606_4b50, 0);
  large.writeBigUInt64LE(44n, 4);
  large.writeUInt16LE(madeBy, 12);
  large.writeUInt16LE(versionNeeded, 14);
  large.writeBigUInt64LE(BigInt(count), 24);
  large.writeBigUInt64LE(BigInt(count), 32);
  large.writeBigUInt64LE(BigInt(directorySize), 40);
  large.writeBigUInt64LE(BigInt(directoryOffset), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x0706_4b50, 0);
  locator.writeBigUInt64LE(BigInt(directoryOffset + directorySize), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([large, locator, end]);
}

/** Writes flags, method, time, checksum and sizes, which are adjacent in both headers. */
function writeCommonFields(
  header: Buffer,
  start: number,
  { modifiedAt, checksum, size }: Pick<ZipRecord, 'modifiedAt' | 'checksum' | 'size'>,
): void {
  const { time, date } = dosTime(modifiedAt);
  header.writeUInt16LE(flags, start);
  header.writeUInt16LE(stored, start + 2);
  header.writeUInt16LE(time, start + 4);
  header.writeUInt16LE(date, start + 6);
  header.writeUInt32LE(checksum, start + 8);
  header.writeUInt32LE(Math.min(size, max32), start + 12);
  header.writeUInt32LE(Math.min(size, max32), start + 16);
}

function zip64Field(values: readonly number[]): Buffer {
  const field = Buffer.alloc(4 + values.length * 8);
  field.writeUInt16LE(1, 0);
  field.writeUInt16LE(values.length * 8, 2);
  for (const [index, value] of values.entries()) field.writeBigUInt64LE(BigInt(value), 4 + index * 8);
  return field;
}

/** Returns a time in UTC as MS-DOS writes it: years since 1980, in steps of two seconds. */
function dosTime(at: number): { time: number; date: number } {
  const moment = new Date(at);
  return {
    time: (moment.getUTCHours() << 11) | (moment.getUTCMinutes() << 5) | (moment.getUTCSeconds() >> 1),
    date:
      ((Math.max(1980, moment.getUTCFullYear()) - 1980) << 9) | ((moment.getUTCMonth() + 1) << 5) | moment.getUTCDate(),
  };
}
