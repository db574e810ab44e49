import { Notice } from '#app/ui/messages/notice.tsx';
import type { DeskTexts } from '../texts/desk-texts.ts';

/** Shows what was typed to somebody whose session ended before they submitted it. */
export function SignedOut({ texts, text, signIn }: { texts: DeskTexts; text: string; signIn: string }) {
  const t = texts.signIn;
  return (
    <div className="grid max-w-form gap-6">
      <Notice variant="problem">
        <p>{t.ended}</p>
        <p>{t.endedHint}</p>
      </Notice>
      <textarea readOnly rows={8} dir="auto" aria-label={t.endedText} defaultValue={text} className="control" />
      <a href={signIn} className="button button-primary justify-self-start">
        {t.submit}
      </a>
    </div>
  );
}
