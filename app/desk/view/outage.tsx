import { phoneHref } from '#app/i18n/input/phone-number.ts';
import type { UnsentForm } from '#app/problems/unsent-form.ts';
import { SendAgainForm } from '#app/ui/controls/send-again-form.tsx';
import { Notice } from '#app/ui/messages/notice.tsx';
import type { DeskTexts } from '../texts/desk-texts.ts';

/** Shown while the database is unavailable, with the form that could not be processed. */
export function Outage({
  texts: { outage: t },
  phone,
  unsent,
}: {
  texts: DeskTexts;
  phone: string;
  unsent: UnsentForm | undefined;
}) {
  return (
    <div className="grid max-w-form gap-6">
      <Notice variant="problem">
        <p>{t.title}</p>
        <p>{t.text}</p>
        <p>
          {t.phone}{' '}
          <a href={phoneHref(phone)} dir="ltr" className="inline-block">
            {phone}
          </a>
        </p>
      </Notice>
      {unsent && <SendAgainForm {...unsent} label={t.unsent} send={t.send} />}
    </div>
  );
}
