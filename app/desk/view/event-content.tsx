import type { RecordedEvent } from '#app/enquiries/progress/read-progress.server.ts';
import { fileAccess } from '../requests/request-file.server.ts';
import { fill } from '../texts/desk-texts.ts';
import type { RequestPageProps } from './request-page-props.ts';

/** What a family has sent, or what was sent to it, shown below the event in the history. */
export function EventContent({ event, desk, record, family }: RequestPageProps & { event: RecordedEvent }) {
  const t = desk.texts.family;
  const { attachments, reference } = record.enquiry;
  const message = record.outboxMessages.find(({ number }) => number === event.details.message);
  const sent = family.sharedFiles.filter(({ eventId }) => eventId === event.id);
  if (sent.length > 0) {
    return (
      <ul>
        {sent.map(({ name }, index) => (
          <li key={index}>
            <bdi>{name}</bdi>
          </li>
        ))}
      </ul>
    );
  }
  if (!message) return null;
  const received = attachments
    .map(({ name }, index) => ({ name, number: index + 1 }))
    .filter((_, index) => record.messageNumbers[index] === message.number);
  return (
    <>
      {message.purpose === 'correction' && <p>{t.correction}</p>}
      {message.text !== null && (
        <p dir="auto" className="mixed-lines">
          {message.text}
        </p>
      )}
      {received.length > 0 && (
        <ul>
          {received.map(({ name, number }) => {
            const label = fill(t.file, { number, name });
            return (
              <li key={number}>
                {fileAccess(record, number - 1) === 'none' ? (
                  <bdi>{label}</bdi>
                ) : (
                  <a href={`/desk/requests/${reference}/files/${number}`} className="text-action underline">
                    <bdi>{label}</bdi>
                  </a>
                )}
              </li>
            );
          })}
        </ul>
      )}
    </>
  );
}
