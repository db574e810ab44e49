import { mailTexts } from '#app/delivery/message/mail-texts.ts';
import type { ContactDetails } from '#app/enquiries/contact-details/contact-details.ts';
import { chatText } from '#app/enquiries/correspondence/family-mail-texts.ts';
import { formatReference } from '#app/enquiries/reference.ts';
import { fileFieldName } from '#app/forms/field-names.ts';
import { chatHref } from '#app/i18n/input/phone-number.ts';
import { languages } from '#app/i18n/languages.ts';
import { mailableAddress } from '#app/outbound/mailable-address.server.ts';
import { Button } from '#app/ui/controls/button.tsx';
import { Field } from '#app/ui/controls/field.tsx';
import { Notice } from '#app/ui/messages/notice.tsx';
import { evacuationFileLimits } from '#app/uploads/limits.ts';
import { sentenceField } from '../requests/family-question.ts';
import { fill } from '../texts/desk-texts.ts';
import { readySentenceNames, readySentences } from '../texts/ready-sentences.ts';
import { CollapsibleForm, formPropsOf, PlainForm, TextAreaField, textFor } from './request-actions.tsx';
import type { RequestPageProps } from './request-page-props.ts';

/** What can be sent to the family: questions, files, and the link to its page. */
export function FamilyForms(props: RequestPageProps) {
  const { desk, record, family, outcome } = props;
  const { entered } = outcome;
  const t = desk.texts.family;
  const form = formPropsOf({ desk, record, opened: entered?.intent });
  const { maxFiles: max, maxMegabytes: megabytes } = evacuationFileLimits;
  const { email }: ContactDetails = record.enquiry.fields;
  const canBeMailed = email !== undefined && mailableAddress(email) !== undefined;
  const familyLanguage = mailTexts[desk.language].languageName[record.enquiry.language];
  return (
    <section aria-labelledby="family" className="grid gap-3">
      <h2 id="family" className="text-h3">
        {t.heading}
      </h2>
      {outcome.link !== undefined && <NewLink {...props} link={outcome.link} />}
      {family.usedUpLinks > 0 && (
        <Notice variant="problem">
          <p>{fill(t.usedUp, { count: family.usedUpLinks })}</p>
        </Notice>
      )}
      <p className="text-small text-ink-muted">
        {[fill(t.language, { language: familyLanguage }), family.wantsMail && canBeMailed ? t.wantsMail : undefined]
          .filter(Boolean)
          .join(' ')}
      </p>
      {family.untold !== undefined && (
        <Notice variant="problem">
          <p>{t.untold[family.untold]}</p>
        </Notice>
      )}
      <div className="rounded-card bg-surface-raised px-4 shadow-raised">
        <CollapsibleForm {...form} intent="ask" title={t.ask} submit={t.send}>
          <TextAreaField id="ask-text" label={t.text} value={textFor('ask', entered)} />
          <Sentences {...props} />
        </CollapsibleForm>
        <CollapsibleForm
          {...form}
          action={`${form.action}/send`}
          intent="send"
          title={t.sendFiles}
          submit={t.send}
          hasFiles
        >
          <Field id="sent-files" label={t.files} hint={fill(t.filesHint, { max, megabytes })}>
            <input
              id="sent-files"
              name={fileFieldName}
              type="file"
              multiple
              required
              accept="application/pdf,image/jpeg,image/png"
              aria-describedby="sent-files-hint"
              className="file-input"
            />
          </Field>
          <TextAreaField id="send-text" label={t.optionalText} value={textFor('send', entered)} />
        </CollapsibleForm>
        <CollapsibleForm {...form} intent="link" title={t.link} submit={t.createLink}>
          <p className="text-small">{t.linkHint}</p>
        </CollapsibleForm>
      </div>
      {family.sentLinks > 0 && (
        <PlainForm {...form}>
          <Button variant="secondary" type="submit" name="intent" value="withdraw">
            {fill(t.withdraw, { count: family.sentLinks })}
          </Button>
        </PlainForm>
      )}
    </section>
  );
}

/** Ready sentences in the desk's language, with the family's below. */
function Sentences({ desk, record, outcome: { entered } }: RequestPageProps) {
  const { language } = record.enquiry;
  return (
    <fieldset className="grid gap-1">
      <legend className="font-semibold">{desk.texts.family.sentences}</legend>
      {readySentenceNames.map((name) => (
        <label key={name} className="flex min-h-11 items-start gap-2 py-1.5">
          <input
            type="checkbox"
            name={sentenceField}
            value={name}
            defaultChecked={entered?.sentences?.includes(name)}
            className="mt-1.5"
          />
          <span>
            {readySentences[desk.language][name]}
            {language !== desk.language && (
              <span lang={language} dir={languages[language].dir} className="block text-small text-ink-muted">
                {readySentences[language][name]}
              </span>
            )}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** A new link, and a prepared WhatsApp message with nothing but that link. */
function NewLink({ desk, record, link }: RequestPageProps & { link: string }) {
  const t = desk.texts.family;
  const { language, reference, fields } = record.enquiry;
  const href = chatHref(fields.phone, chatText(language, formatReference(reference), link));
  return (
    <div className="grid justify-items-start gap-3 rounded-card border-2 border-action bg-surface-raised p-4">
      <p className="font-semibold">{t.linkReady}</p>
      <p dir="ltr" className="break-all">
        <code>{link}</code>
      </p>
      {href === undefined ? (
        <p className="text-small">
          {mailTexts[desk.language].noCountryCode} {t.copyLink}
        </p>
      ) : (
        <a href={href} rel="noopener noreferrer" className="button button-primary">
          {t.openChat}
        </a>
      )}
    </div>
  );
}
