/** A file whose bytes are durable in the file store. */
export interface StoredFile {
  name: string;
  /** Media type by content. */
  type: string;
  /** Bytes. */
  size: number;
  /** Hex. */
  sha256: string;
  storageKey: string;
}
