import type { LoaderFunctionArgs } from '@remix-run/node';
import { environment } from '#app/env/env.server.ts';
import { languageOf } from '#app/i18n/language-choice.server.ts';
import type { Language } from '#app/i18n/languages.ts';
import { contentIn } from './content.server.ts';
import type { Content } from './content-schema.ts';

/** The pages' copy in the language of the request's address, and that language. */
export function contentOf(asked: Pick<LoaderFunctionArgs, 'request' | 'context'>): {
  language: Language;
  content: Content;
} {
  const language = languageOf(asked);
  return { language, content: contentIn(language, environment()) };
}
