import { renderToStaticMarkup } from 'react-dom/server';
import { staffRows } from '#app/enquiries/enquiry-rows.server.ts';
import { definitionOf } from '#app/enquiries/kinds/enquiry-kinds.server.ts';
import type { RecordedEvent } from '#app/enquiries/progress/read-progress.server.ts';
import { consentText } from '#app/enquiries/receipt/consent-text.server.ts';
import { labelsIn } from '#app/enquiries/receipt/receipt-texts.server.ts';
import { formatReference } from '#app/enquiries/reference.ts';
import { rowText } from '#app/enquiries/row-text.ts';
import type { Environment } from '#app/env/env.server.ts';
import { formatFileSize } from '#app/i18n/format/file-size.ts';
import { languages, pageLanguage, type StaffLanguage } from '#app/i18n/languages.ts';
import type { StoredFile } from '#app/uploads/storage/stored-file.ts';
import type { DeskRequestRecord } from '../requests/read-request.server.ts';
import { type DeskTexts, deskTexts, fill } from '../texts/desk-texts.ts';
import { formatDeskTime } from '../view/desk-time.ts';
import { addressesOf, hostOf } from './outside-copies.server.ts';

/** A file of the folder, or the reason why it is not there. */
export interface DocumentFile extends Pick<StoredFile, 'name' | 'size'> {
  /** Its path relative to the document. */
  path?: string;
  withheld?: 'infected' | 'missing' | 'waiting';
}

export interface DocumentContent {
  record: DeskRequestRecord;
  files: DocumentFile[];
  /** The files that the desk has sent to the family. */
  sentFiles: DocumentFile[];
  env: Environment;
  /** Unix time in ms. */
  now: number;
}

const style =
  'body{font:1rem/1.5 sans-serif;max-width:48rem;margin:2rem auto;padding:0 1rem}dt{color:#555;margin-top:.75rem}' +
  'dd{margin:0;white-space:pre-line}h2{margin-top:2rem;border-bottom:1px solid #999}li{margin:.25rem 0}';

/**
 * Returns an HTML document with everything that is stored about a request, for the person it is about (GDPR, Art. 15).
 * It is in the language of the request's page, with the fields in German as well. It has no scripts and needs no other
 * files.
 */
export function requestDocument(content: DocumentContent): string {
  return `<!DOCTYPE html>${renderToStaticMarkup(<RequestDocument {...content} />)}`;
}

function RequestDocument({ record, files, sentFiles, env, now }: DocumentContent) {
  const { enquiry } = record;
  const language = pageLanguage(enquiry.language);
  const t = deskTexts[language].person.folder;
  const consent = consentText(enquiry);
  const events = record.history.filter(({ undoneAt }) => undoneAt === undefined);
  const reference = formatReference(enquiry.reference);
  return (
    <html lang={language} dir={languages[language].dir}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${t.title}, ${reference}`}</title>
        <style dangerouslySetInnerHTML={{ __html: style }} />
      </head>
      <body>
        <h1>{t.title}</h1>
        <p>
          <bdi dir="ltr">{reference}</bdi> · {definitionOf(enquiry.kind).label[language]}
        </p>
        <p>{fill(t.intro, { company: env.COMPANY_NAME, date: formatDeskTime(now, language) })}</p>
        <h2>{t.fields}</h2>
        <Fields record={record} language={enquiry.language} />
        <h2>{t.german}</h2>
        <Fields record={record} language="de" />
        <h2>{t.files}</h2>
        <FileList files={files} language={language} />
        {sentFiles.length > 0 && (
          <>
            <h2>{t.sentFiles}</h2>
            <FileList files={sentFiles} language={language} />
          </>
        )}
        <h2>{t.history}</h2>
        <dl>
          <dt>{formatDeskTime(enquiry.receivedAt, language)}</dt>
          <dd>{deskTexts[language].request.received}</dd>
          {events.map((event) => (
            <HistoryEntry key={event.id} event={event} record={record} language={language} />
          ))}
        </dl>
        <h2>{t.consent}</h2>
        <blockquote lang={enquiry.language}>{consent ?? t.oldVersion}</blockquote>
        <p>{fill(t.version, { version: enquiry.privacyNotice })}</p>
        <h2>{t.recipients}</h2>
        <ul>
          {recipientsOf(record, env, t, language).map((recipient, index) => (
            <li key={index}>{recipient}</li>
          ))}
        </ul>
        <p>
          {t.stored} {formatDeskTime(enquiry.receivedAt, language)}.{' '}
          {fill(t.kept, { closed: env.CLOSED_DAYS, retention: env.RETENTION_DAYS })}.
        </p>
      </body>
    </html>
  );
}

function Fields({ record: { enquiry }, language }: { record: DeskRequestRecord; language: StaffLanguage }) {
  const { row, choice } = labelsIn(language);
  return (
    <dl lang={language} dir={languages[language].dir}>
      {staffRows(enquiry).map(({ label, value }) => (
        <div key={label}>
          <dt>{row[label]}</dt>
          <dd dir="auto">{rowText(value, language, (name) => choice[name])}</dd>
        </div>
      ))}
    </dl>
  );
}

function FileList({ files, language }: { files: readonly DocumentFile[]; language: 'ar' | 'en' }) {
  const { request, person } = deskTexts[language];
  const reasons = { ...person.folder, waiting: request.fileState.waiting };
  if (files.length === 0) return <p>{request.noFiles}</p>;
  return (
    <ul>
      {files.map(({ name, size, path, withheld }, index) => (
        <li key={index}>
          {path === undefined ? <bdi>{name}</bdi> : <a href={encodeURI(path)}>{<bdi>{name}</bdi>}</a>}{' '}
          {formatFileSize(size, language)}
          {withheld && ` (${fill(person.folder.withheld, { reason: reasons[withheld] })})`}
        </li>
      ))}
    </ul>
  );
}

/** An event with what the desk or the family wrote, without the names of staff. */
function HistoryEntry({
  event: { kind, at, details },
  record: { outboxMessages },
  language,
}: {
  event: RecordedEvent;
  record: DeskRequestRecord;
  language: 'ar' | 'en';
}) {
  const { request: t } = deskTexts[language];
  const text = details.text ?? outboxMessages.find(({ number }) => number === details.message)?.text ?? undefined;
  const parts = [
    details.outcome && t.outcome[details.outcome],
    details.againAt !== undefined && fill(t.againAt, { date: formatDeskTime(details.againAt, language) }),
    details.reason && t.reason[details.reason],
  ].filter((part) => typeof part === 'string');
  return (
    <>
      <dt>{formatDeskTime(at, language)}</dt>
      <dd>
        {[t.event[kind], ...parts].join(': ')}
        {text !== undefined && <div dir="auto">{text}</div>}
      </dd>
    </>
  );
}

function recipientsOf(
  { outboxMessages }: DeskRequestRecord,
  env: Environment,
  t: DeskTexts['person']['folder'],
  language: 'ar' | 'en',
): string[] {
  const outside = outboxMessages
    .filter(({ mayHaveLeft }) => mayHaveLeft)
    .map(({ desk, deliveredAt }) => {
      const name =
        desk === 'api'
          ? fill(t.api, { host: hostOf(env.API_URL) })
          : fill(t.mailbox, { addresses: addressesOf(env.DESK_EMAIL) });
      return `${name}: ${deliveredAt === null ? t.notDelivered : formatDeskTime(deliveredAt, language)}`;
    });
  const isAnybodyNotified = env.NOTIFY_URL !== undefined || env.NOTIFY_EMAIL !== undefined;
  return [...(outside.length > 0 ? outside : [t.onlyUs]), ...(isAnybodyNotified ? [t.notices] : [])];
}
