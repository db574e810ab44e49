import { Notice } from '#app/ui/messages/notice.tsx';
import type { ContactChange } from '../company/contact-changes.server.ts';
import type { DeskLanguage } from '../people/person.ts';
import { deskTexts } from '../texts/desk-texts.ts';
import { contactChangeText } from './contact-change-text.ts';
import { FormToken } from './form-token.tsx';

/**
 * Tells a lead on every page which of the company's phone numbers changed, and whether its email address did, until the
 * lead confirms having seen it.
 */
export function ContactChanges({
  language,
  formToken,
  changes,
}: {
  language: DeskLanguage;
  formToken: string;
  changes: readonly ContactChange[];
}) {
  const t = deskTexts[language].company;
  if (changes.length === 0) return null;
  return (
    <Notice variant="problem">
      <p>{t.contactChangeTitle}</p>
      <ul className="grid gap-1">
        {changes.map((change) => (
          <li key={change.id}>{contactChangeText(change, language)}</li>
        ))}
      </ul>
      <p>{t.contactChangeHint}</p>
      <form method="post" action="/desk/company">
        <FormToken value={formToken} />
        {changes.map(({ id }) => (
          <input key={id} type="hidden" name="change" value={id} />
        ))}
        <button type="submit" name="intent" value="seen" className="button button-secondary">
          {t.seen}
        </button>
      </form>
    </Notice>
  );
}
