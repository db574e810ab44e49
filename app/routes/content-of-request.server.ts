import type { Content } from '#app/content/content-schema.ts';
import { contentIn } from '#app/content/content.server.ts';
import { languageOfRequest } from '#app/i18n/language-choice.server.ts';
import type { Language } from '#app/i18n/languages.ts';
import { services } from '#app/services.server.ts';

/** The pages' copy in the language of the request's address, and that language. */
export async function contentOf(request: Request): Promise<{ language: Language; content: Content }> {
  const { env } = await services();
  const language = languageOfRequest(request);
  return { language, content: contentIn(language, env) };
}
