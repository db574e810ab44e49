import { Readable } from 'node:stream';
import type { OutboxMessage } from '#app/enquiries/enquiry.ts';
import { urgencyOf } from '#app/enquiries/urgency.ts';
import { type MailResult, openMailTransport } from '#app/outbound/mail-transport.server.ts';
import { openWithoutLocation } from '#app/uploads/location/without-location.server.ts';
import type { FileStore } from '#app/uploads/storage/file-store.server.ts';
import type { StoredFile } from '#app/uploads/storage/stored-file.ts';
import type { AttachmentState } from '../message/attachment-state.ts';
import { mailContent } from '../message/mail-content.server.ts';
import { mailHtml } from '../message/mail-html.server.ts';
import { mailSubject } from '../message/mail-subject.ts';
import { mailText } from '../message/mail-text.server.ts';
import { mailableAddress } from '../message/mailable-address.ts';
import { answerToError, type Desk, type DeskAnswer } from './desk.server.ts';
import { withoutMissingFiles } from './without-missing-files.server.ts';

/** The mailbox of the desk, and how to reach it. */
export interface Mailbox {
  /** `smtp://user:password@host:port`, or `smtps://…`. */
  url: string;
  /** The recipients. */
  addresses: string[];
  /** The sender's address. */
  from: string;
  /** The sender's name. */
  name: string;
  /** Maximum total encoded size of the attachments of one mail, in bytes. */
  attachmentBytes: number;
}

/** A mailbox as a desk: one mail per outbox message, with as many files as fit, streamed from the store. */
export function smtpDesk(mailbox: Mailbox, store: FileStore): Desk {
  const transport = openMailTransport(mailbox.url);

  /** Sends the mail of a message to some of the recipients. */
  async function send(
    outboxMessage: OutboxMessage,
    recipients: string[],
    attachmentStates: readonly AttachmentState[],
  ) {
    const attachments = attachmentsOf(outboxMessage);
    // Opened lazily, so that no file is opened if the server is down.
    const contents = attachments.map((file) => Readable.from(openWithoutLocation(store, file), { objectMode: false }));
    let fileError: unknown;
    // Copied, because the mail library modifies the error.
    for (const content of contents) {
      content.on('error', ({ code }: NodeJS.ErrnoException) => (fileError ??= { code }));
    }
    const content = mailContent(outboxMessage, attachmentStates);
    const text = mailText(content);
    const html = mailHtml(content);
    const isAlong = (_: unknown, index: number) => attachmentStates[index] === 'along';
    try {
      const answer = await transport.send({
        from: { name: mailbox.name, address: mailbox.from },
        to: mailbox.addresses,
        recipients,
        replyTo: replyTo(outboxMessage),
        subject: mailSubject(outboxMessage),
        ...threadOf(outboxMessage, mailbox.from.replace(/^.*@/, '')),
        priority: isUrgent(outboxMessage) ? 'high' : 'normal',
        // RFC 3834: suppresses automatic replies.
        headers: { 'Auto-Submitted': 'auto-generated' },
        text,
        html,
        textEncoding: 'base64',
        attachments: attachments
          .map(({ name, type }, index) => ({ filename: name, contentType: type, content: contents[index] }))
          .filter(isAlong),
        size: [Buffer.byteLength(text), Buffer.byteLength(html), ...attachments.filter(isAlong).map(({ size }) => size)]
          .map(encodedSize)
          .reduce((sum, size) => sum + size, 0),
      });
      return { ...answer, fileError };
    } finally {
      for (const content of contents) content.destroy();
    }
  }

  return {
    name: 'smtp',
    async deliver(whole, _idempotencyKey, reached = []) {
      const recipients = mailbox.addresses.filter((address) => !reached.includes(address));
      if (recipients.length === 0) return { outcome: 'accepted' };
      const outboxMessage = await withoutMissingFiles(whole, store);
      const attachmentStates = attachmentStatesFor(attachmentsOf(outboxMessage), mailbox.attachmentBytes);
      let answer = await send(outboxMessage, recipients, attachmentStates);
      const mayFitWithout = answer.failure !== undefined && answer.failure.cause !== 'other' && !answer.fileError;
      if (answer.accepted.length === 0 && mayFitWithout && attachmentStates.includes('along')) {
        // Retry without files: better than not delivering the request at all.
        const without = attachmentStates.map((way) => (way === 'along' ? 'turned-down' : way));
        answer = await send(outboxMessage, recipients, without);
      }
      return deskAnswer(answer, reached);
    },
    async check() {
      try {
        await transport.verify();
        return { outcome: 'accepted' };
      } catch (error) {
        return { outcome: 'unavailable', reason: (error as Error).message };
      }
    },
  };
}

function deskAnswer(
  { accepted, failure, fileError }: MailResult & { fileError: unknown },
  reached: readonly string[],
): DeskAnswer {
  if (!failure) return { outcome: 'accepted' };
  const answer: DeskAnswer = fileError
    ? answerToError(fileError, 'a file could not be read')
    : { outcome: failure.cause === 'content' ? 'refused' : 'unavailable', reason: failure.reason };
  const having = [...reached, ...accepted];
  if (having.length === 0 || answer.outcome === 'accepted') return answer;
  return { outcome: 'accepted', incomplete: { reached: having, reason: answer.reason } };
}

function attachmentsOf(outboxMessage: OutboxMessage): StoredFile[] {
  return outboxMessage.purpose === 'erasure' ? [] : outboxMessage.enquiry.attachments;
}

function isUrgent(outboxMessage: OutboxMessage): boolean {
  return (
    outboxMessage.purpose !== 'erasure' && urgencyOf(outboxMessage.enquiry, outboxMessage.enquiry.receivedAt).urgent
  );
}

/**
 * The headers that make an enquiry's mails a thread (RFC 5322, section 3.6.4). The Message-ID is the same at every attempt,
 * so that duplicates can be detected, and that of the first mail is known even after the enquiry has been erased.
 */
function threadOf(outboxMessage: OutboxMessage, domain: string) {
  const enquiryId = outboxMessage.purpose === 'erasure' ? outboxMessage.enquiryId : outboxMessage.enquiry.id;
  const id = (number: number) => `<${enquiryId}.${number}@${domain}>`;
  const first = id(0);
  return {
    messageId: id(outboxMessage.number),
    ...(outboxMessage.number > 0 && { inReplyTo: first, references: first }),
  };
}

/** For each file, in order, whether it still fits into the mail. */
function attachmentStatesFor(files: readonly StoredFile[], limit: number): AttachmentState[] {
  let sum = 0;
  return files.map(({ size }) => {
    if (sum + encodedSize(size) > limit) return 'too-large';
    sum += encodedSize(size);
    return 'along';
  });
}

/** Size in base64: four characters per three bytes, in lines of 76 characters (RFC 2045, section 6.8). */
function encodedSize(bytes: number): number {
  const characters = 4 * Math.ceil(bytes / 3);
  return characters + 2 * Math.ceil(characters / 76);
}

function replyTo(outboxMessage: OutboxMessage): { name: string; address: string } | undefined {
  if (outboxMessage.purpose === 'erasure') return undefined;
  const { name, email } = outboxMessage.enquiry.fields;
  const address = mailableAddress(email);
  return address === undefined ? undefined : { name, address };
}
