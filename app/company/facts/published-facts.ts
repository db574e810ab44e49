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

/** The newest facts, in every process of the site. */
export interface FactsWatch {
  /** Returns the newest facts. */
  current(): PublishedFacts;
  /** Whether the pages show the notice now. */
  showsNotice(): boolean;
  /** Returns a text that is different whenever the facts or the notice on the pages have changed. Cheap. */
  pageVersion(): string;
  /** Looks for a newer version at once: for the process that has just saved one, whose next page may come very soon. */
  renew(): void;
  /** Closes its connection to the database. */
  close(): void;
}
