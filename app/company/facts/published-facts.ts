import type { CompanyFacts } from './company-facts.ts';
import type { BasicFacts } from './facts-from-env.ts';

/** The facts that the pages show. */
export interface PublishedFacts {
  /** 0 if no facts have been saved. */
  version: number;
  facts: CompanyFacts & BasicFacts;
  /** The names of the basic facts that are placeholders. */
  placeholders: string[];
}

/** Provides the newest facts to every process of the site. */
export interface FactsWatch {
  /** Returns the newest facts. */
  current(): PublishedFacts;
  /** Returns whether pages show the notice now. */
  showsNotice(): boolean;
  /** Returns a string that changes whenever the facts or the notice on the pages change. Cheap. */
  pageVersion(): string;
  /**
   * Looks up the newest version immediately. For the process that has just saved one, because it may render the next
   * page very soon.
   */
  refresh(): Promise<void>;
  /** Closes the watch's connection to the database. */
  close(): void;
}
