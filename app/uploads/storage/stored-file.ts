/** A file whose bytes are durable in the file store. */
export interface StoredFile {
  name: string;
  /** Media type, detected from the content. */
  type: string;
  /** Size in bytes. */
  size: number;
  /** SHA-256 hash in hex. */
  sha256: string;
  storageKey: string;
}
