import type { Database } from '#app/database/database.server.ts';
import type { Erasure } from '#app/retention/erasures.server.ts';
import type { Manifest } from '../files/manifest.server.ts';

/** A database that a snapshot is restored to. */
export interface DatabaseTarget {
  /** Whether this continues an interrupted restore, which was already allowed to replace the existing data. */
  isResumed: boolean;
  /** The files that would be moved aside. */
  occupiedPaths(): string[];
  /** The erasures recorded in the database that is replaced. */
  knownErasures(): Erasure[];
  /**
   * Restores the snapshot's database to a staging location that no site reads, and migrates it.
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
  /** Closes whatever the target still has open. */
  close(): Promise<void>;
}
