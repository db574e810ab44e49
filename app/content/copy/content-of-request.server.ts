import type { LoaderFunctionArgs } from '@remix-run/node';
import type { FactsWatch } from '#app/company/facts/published-facts.ts';
import type { Environment } from '#app/env/env.server.ts';
import { languageOf } from '#app/i18n/language-choice.server.ts';
import type { Language } from '#app/i18n/languages.ts';
import { contentIn } from './content.server.ts';
import type { Content } from './content-schema.ts';

/**
 * Returns the language of the request's URL, and the pages' content in that language.
 * @param site the services from which the values of the placeholders come
 */
export function contentOf(
  args: Pick<LoaderFunctionArgs, 'request' | 'context'>,
  { env, facts }: { env: Environment; facts: Pick<FactsWatch, 'current'> },
): { language: Language; content: Content } {
  const language = languageOf(args);
  return { language, content: contentIn(language, env, facts.current()) };
}
