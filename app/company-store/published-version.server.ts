import type { CompanyFacts } from '#app/company/facts/company-facts.ts';
import { basicFactsFromEnv, factsFromEnv, placeholderFacts } from '#app/company/facts/facts-from-env.ts';
import { germanMoment } from '#app/company/facts/german-moment.ts';
import type { PublishedFacts } from '#app/company/facts/published-facts.ts';
import type { Environment } from '#app/env/env.server.ts';
import { parseSavedFacts } from './facts-history.server.ts';

/** The version of the facts that this process shows. */
export interface PublishedVersion {
  current(): PublishedFacts;
  /** Shows another version. @param json as stored @throws if it is invalid; the previous version then remains */
  publish(version: number, json: string | null): void;
  isNoticeTime(): boolean;
  /** See `FactsWatch`. */
  pageVersion(): string;
}

/**
 * Starts with the values of the environment.
 * @param placeholders the company variables that are not set
 * @param now Unix time in ms
 */
export function createPublishedVersion(
  { env, placeholders }: { env: Environment; placeholders: readonly string[] },
  now: () => number,
): PublishedVersion {
  let published = publishedFacts(0, undefined);
  let shownFrom = -Infinity;
  let shownUntil = Infinity;

  function publishedFacts(version: number, facts: CompanyFacts | undefined): PublishedFacts {
    const known = facts ?? factsFromEnv(env, placeholders);
    return {
      version,
      facts: { ...basicFactsFromEnv(env), ...known },
      placeholders: placeholderFacts(known, placeholders),
    };
  }

  function isNoticeTime(): boolean {
    const time = now();
    return published.facts.notice !== undefined && time >= shownFrom && time < shownUntil;
  }

  return {
    current: () => published,
    publish(version, json) {
      published = publishedFacts(version, parseSavedFacts(json));
      const { from, until } = published.facts.notice ?? {};
      shownFrom = from === undefined ? -Infinity : germanMoment(from);
      shownUntil = until === undefined ? Infinity : germanMoment(until);
    },
    isNoticeTime,
    pageVersion: () => (isNoticeTime() ? `${published.version} with notice` : String(published.version)),
  };
}
