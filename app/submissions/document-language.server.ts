import type { LoaderFunctionArgs } from '@remix-run/node';
import type { Database } from '#app/database/database.server.ts';
import { readFormLanguage } from '#app/enquiries/store/read-form-language.server.ts';
import { documentLanguageOf } from '#app/i18n/language-choice.server.ts';
import { type FormLanguage, formOnlyLanguageOfPath, isFormLanguage, isFormOnlyLanguage } from '#app/i18n/languages.ts';

/**
 * Returns the language in which a page is written, and stores it in the context of the request. The pages of an enquiry
 * are in the language of its form if that is a form-only one; other pages are in the language of their URL. The
 * language of an erased enquiry is no longer stored.
 */
export async function findDocumentLanguage(
  { request, params: { lang, token }, context }: LoaderFunctionArgs,
  database: Database,
): Promise<FormLanguage> {
  if (lang !== undefined && token !== undefined) {
    const language = await readFormLanguage(database, token);
    if (isFormOnlyLanguage(language)) context.documentLanguage = language;
    // If the form's language is no longer stored, use the one in the URL to which the erasure redirected the visitor.
    else if (!isFormLanguage(language)) context.documentLanguage = formOnlyLanguageOfPath(new URL(request.url).search);
  }
  return documentLanguageOf({ request, context });
}
