import type { LoaderFunctionArgs } from '@remix-run/node';
import type { FactsWatch } from '#app/company/facts/published-facts.ts';
import type { Environment } from '#app/env/env.server.ts';
import { documentLanguageOf, languageOf } from '#app/i18n/language-choice.server.ts';
import { type FormLanguage, isLanguage, type Language } from '#app/i18n/languages.ts';
import { contentIn } from './content.server.ts';
import type { Content, FormOnlyContent } from './content-schema.ts';

/**
 * Returns the language of the request's URL, and the content of all pages in that language.
 * @param site the services that provide the values of placeholders
 */
export function contentOf(
  args: Pick<LoaderFunctionArgs, 'request' | 'context'>,
  { env, facts }: { env: Environment; facts: Pick<FactsWatch, 'current'> },
): { language: Language; content: Content } {
  const language = languageOf(args);
  return { language, content: contentIn(language, env, facts.current()) };
}

/**
 * Returns the language of the requested page, and the content of the pages that exist in every form language.
 * @param site the services that provide the values of placeholders
 * @returns `services`: the parent of the service pages, if it exists in the language
 */
export function formContentOf(
  args: Pick<LoaderFunctionArgs, 'request' | 'context'>,
  { env, facts }: { env: Environment; facts: Pick<FactsWatch, 'current'> },
): { language: FormLanguage; content: FormOnlyContent; services?: { name: string; path: string } } {
  const language = documentLanguageOf(args);
  if (!isLanguage(language)) return { language, content: contentIn(language, env, facts.current()) };
  const content = contentIn(language, env, facts.current());
  return { language, content, services: { name: content.services.heading, path: '/services' } };
}
