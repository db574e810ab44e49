import type { Enquiry } from '#app/enquiries/enquiry.ts';
import { enquiryRows } from '#app/enquiries/enquiry-rows.server.ts';
import { definitionOf } from '#app/enquiries/kinds/enquiry-kinds.server.ts';
import { labelsIn } from '#app/enquiries/receipt/receipt-texts.server.ts';
import { formatReference } from '#app/enquiries/reference.ts';
import { rowText } from '#app/enquiries/row-text.ts';
import type { RowLabel } from '#app/i18n/texts/message.ts';
import type { Desk } from '../access.server.ts';

/** The rows that are left out, because hospitals reply to the company. */
const contactLabels: readonly RowLabel[] = ['phone', 'email'];

/** The content of a request in German, without the family's contact details, to be printed or copied for a hospital. */
export function GermanSheet({ desk, enquiry }: { desk: Desk; enquiry: Enquiry }) {
  const { row, choice } = labelsIn('de');
  const rows = enquiryRows(enquiry).filter(({ label }) => !contactLabels.includes(label));
  return (
    <>
      <a href={`/desk/requests/${enquiry.reference}`} className="disclosure no-print justify-self-start">
        {desk.texts.request.backToRequest}
      </a>
      <p className="no-print text-small text-ink-muted">{desk.texts.request.sheetHint}</p>
      <article lang="de" dir="ltr" className="grid gap-4 rounded-card bg-surface-raised p-6 shadow-raised">
        <h2 className="text-h3">
          {definitionOf(enquiry.kind).label.de}, {formatReference(enquiry.reference)}
        </h2>
        <dl>
          {rows.map(({ label, value }) => {
            const text = rowText(value, 'de', (name) => choice[name]);
            return (
              <div key={label} className="desk-row">
                <dt className="text-small text-ink-muted">{row[label]}</dt>
                {/*
                  Only multiline text gets its direction from its content: a place may be followed by a German remark, so
                  its row stays left to right.
                */}
                <dd dir={'multilineText' in value ? 'auto' : 'ltr'} className="whitespace-pre-line">
                  {text}
                </dd>
              </div>
            );
          })}
        </dl>
        {enquiry.attachments.length > 0 && (
          <>
            <h3>Unterlagen</h3>
            <ul className="list-disc ps-5">
              {enquiry.attachments.map(({ name }, index) => (
                <li key={index}>
                  <bdi>{name}</bdi>
                </li>
              ))}
            </ul>
          </>
        )}
      </article>
    </>
  );
}
