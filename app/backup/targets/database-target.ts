import type { Database } from '#app/database/database.server.ts';
import type { Erasure } from '#app/retention/erasures.server.ts';
import type { Manifest } from '../files/manifest.server.ts';

/** A database that a snapshot is restored to. */
export interface DatabaseTarget {
  /** Whether an earlier restore was interrupted, which was already allowed to replace what is here. */
  isResumed: boolean;
  /** The files that would be moved aside. */
  occupiedPaths(): string[];
  /** The erasures that the replaced database knows. */
  knownErasures(): Erasure[];
  /**
   * Restores the database of a snapshot where no site finds it, and migrates it.
   * @param snapshot the path of the snapshot's folder
   * @throws {UsageError} if it is damaged
   */
  assemble(snapshot: string, manifest: Manifest): Promise<Database>;
  /** Closes the database, and makes it durable. */
  seal(): Promise<void>;
  /** Moves existing data aside. @returns the paths to which it was moved */
  moveAside(name: string): Promise<string[]>;
  /** Lets a site use the database; the last step. */
  release(): Promise<void>;
  /** Deletes what has been assembled. */
  discard(): Promise<void>;
  /** Ends the use of the target. */
  close(): Promise<void>;
}
