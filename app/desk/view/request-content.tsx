import { staffRows } from '#app/enquiries/enquiry-rows.server.ts';
import type { RowValue } from '#app/enquiries/kinds/row.ts';
import { labelsIn } from '#app/enquiries/receipt/receipt-texts.server.ts';
import { rowText } from '#app/enquiries/row-text.ts';
import type { EnquiryRecord } from '#app/enquiries/store/read-enquiry.server.ts';
import { formatFileSize } from '#app/i18n/format/file-size.ts';
import { pageLanguage } from '#app/i18n/languages.ts';
import { placeLines } from '#app/places/place-text.ts';
import type { Desk } from '../access.server.ts';
import type { DeskLanguage } from '../people/person.ts';
import { fileAccess } from '../requests/request-file.server.ts';

/** What the family wrote. */
export function RequestFields({ desk, record: { enquiry } }: { desk: Desk; record: EnquiryRecord }) {
  const labels = labelsIn(desk.language);
  return (
    <section aria-labelledby="fields" className="grid gap-3">
      <h2 id="fields" className="text-h3">
        {desk.texts.request.fields}
      </h2>
      <dl className="rounded-card bg-surface-raised px-4">
        {staffRows(enquiry).map(({ label, value }) => (
          <div key={label} className="desk-row">
            <dt className="text-small text-ink-muted">{labels.row[label]}</dt>
            <dd>
              <Value value={value} language={desk.language} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** What the visitor wrote, isolated from the text around it, with the site's interpretation of a place. */
function Value({ value, language }: { value: RowValue; language: DeskLanguage }) {
  if ('place' in value) {
    const { text, note } = placeLines(value.place, language);
    return (
      <>
        {text !== undefined && <bdi>{text}</bdi>}
        {note !== undefined && <span className="block text-small text-ink-muted">{note}</span>}
      </>
    );
  }
  const { choice } = labelsIn(language);
  const text = rowText(value, language, (name) => choice[name]);
  if ('ltr' in value) return <bdi dir="ltr">{text}</bdi>;
  // Only longer texts are aligned according to their own direction: short ones stay beside their labels.
  if (!('multilineText' in value)) return <bdi>{text}</bdi>;
  return (
    <p dir="auto" className="whitespace-pre-line">
      {text}
    </p>
  );
}

/** The files of a request. */
export function RequestFiles({ desk, record }: { desk: Desk; record: EnquiryRecord }) {
  const t = desk.texts.request;
  const { attachments, reference } = record.enquiry;
  return (
    <section aria-labelledby="files" className="grid gap-3">
      <h2 id="files" className="text-h3">
        {t.files}
      </h2>
      {attachments.length === 0 && <p>{t.noFiles}</p>}
      <ul className="grid gap-2">
        {attachments.map(({ name, size }, index) => {
          const state = record.checks[index]?.state ?? 'none';
          const warning = t.fileState[state];
          return (
            <li key={index} className="grid gap-1 rounded-card bg-surface-raised p-4">
              {fileAccess(record, index) !== 'none' ? (
                <a href={`/desk/requests/${reference}/files/${index + 1}`} className="font-semibold text-action">
                  <bdi>{name}</bdi>
                </a>
              ) : (
                <bdi>{name}</bdi>
              )}
              <span className="text-small text-ink-muted">{formatFileSize(size, pageLanguage(desk.language))}</span>
              {warning && <span className="text-small text-warning">{warning}</span>}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
