import { Notice } from '#app/ui/messages/notice.tsx';
import type { DeskTexts } from '../texts/desk-texts.ts';

/** Tells somebody that their session ended before they submitted a form, and shows what they had typed. */
export function SignedOut({ texts, text, signInHref }: { texts: DeskTexts; text: string; signInHref: string }) {
  const t = texts.signIn;
  return (
    <div className="grid max-w-form gap-6">
      <Notice variant="problem">
        <p>{t.ended}</p>
        <p>{t.endedHint}</p>
      </Notice>
      <textarea readOnly rows={8} dir="auto" aria-label={t.endedText} defaultValue={text} className="control" />
      <a href={signInHref} className="button button-primary justify-self-start">
        {t.submit}
      </a>
    </div>
  );
}
