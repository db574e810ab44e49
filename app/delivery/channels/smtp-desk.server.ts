import { Readable } from 'node:stream';
import type { OutboxMessage } from '#app/enquiries/enquiry.ts';
import { urgencyOf } from '#app/enquiries/urgency.ts';
import { type MailResult, openMailTransport } from '#app/outbound/mail-transport.server.ts';
import { mailableAddress } from '#app/outbound/mailable-address.server.ts';
import { isDiscType } from '#app/uploads/disc.ts';
import { openWithoutLocationMetadata } from '#app/uploads/location/strip-location-metadata.server.ts';
import type { FileStore } from '#app/uploads/storage/file-store.server.ts';
import type { StoredFile } from '#app/uploads/storage/stored-file.ts';
import type { AttachmentState } from '../message/attachment-state.ts';
import { buildMailContent } from '../message/mail-content.server.ts';
import { renderMailHtml } from '../message/mail-html.server.ts';
import { formatMailSubject } from '../message/mail-subject.ts';
import { renderMailText } from '../message/mail-text.server.ts';
import { type DeliveryResult, type Desk, failureResult } from './desk.server.ts';
import { withholdMissingFiles } from './withhold-missing-files.server.ts';

/** The desk's mailbox and the mail server that delivers to it. */
export interface Mailbox {
  /** `smtp://user:password@host:port`, or `smtps://…`. */
  url: string;
  /** The recipients' addresses. */
  addresses: string[];
  /** The sender's address. */
  from: string;
  /** Returns the sender's name. */
  name: () => string;
  /** Maximum total encoded size of one email's attachments, in bytes. */
  attachmentBytes: number;
}

/** A mailbox as a desk: one email per outbox message, with as many files as fit, streamed from the store. */
export function smtpDesk(mailbox: Mailbox, store: FileStore): Desk {
  const transport = openMailTransport(mailbox.url);

  /** Sends the email for an outbox message to the given recipients. */
  async function send(
    outboxMessage: OutboxMessage,
    recipients: string[],
    attachmentStates: readonly AttachmentState[],
  ) {
    const attachments = attachmentsOf(outboxMessage);
    // Lazy streams: no file is opened if the server is down.
    const contents = attachments.map((file) =>
      Readable.from(openWithoutLocationMetadata(store, file), { objectMode: false }),
    );
    let fileError: unknown;
    // Keeps a copy, because the mail library modifies the error.
    for (const content of contents) {
      content.on('error', ({ code }: NodeJS.ErrnoException) => (fileError ??= { code }));
    }
    const mailContent = buildMailContent(outboxMessage, attachmentStates);
    const text = renderMailText(mailContent);
    const html = renderMailHtml(mailContent);
    const isAttached = (_: unknown, index: number) => attachmentStates[index] === 'attached';
    try {
      const result = await transport.send({
        from: { name: mailbox.name(), address: mailbox.from },
        to: mailbox.addresses,
        recipients,
        replyTo: replyTo(outboxMessage),
        subject: formatMailSubject(outboxMessage),
        ...threadHeaders(outboxMessage, mailbox.from.replace(/^.*@/, '')),
        priority: isUrgent(outboxMessage) ? 'high' : 'normal',
        // RFC 3834: suppresses automatic replies.
        headers: { 'Auto-Submitted': 'auto-generated' },
        text,
        html,
        textEncoding: 'base64',
        attachments: attachments
          .map(({ name, type }, index) => ({ filename: name, contentType: type, content: contents[index] }))
          .filter(isAttached),
        size: [
          Buffer.byteLength(text),
          Buffer.byteLength(html),
          ...attachments.filter(isAttached).map(({ size }) => size),
        ]
          .map(encodedSize)
          .reduce((sum, size) => sum + size, 0),
      });
      return { ...result, fileError };
    } finally {
      for (const content of contents) content.destroy();
    }
  }

  return {
    name: 'smtp',
    async deliver(queuedMessage, { reached = [] }) {
      const recipients = mailbox.addresses.filter((address) => !reached.includes(address));
      if (recipients.length === 0) return { outcome: 'accepted' };
      const outboxMessage = await withholdMissingFiles(queuedMessage, store);
      const attachmentStates = attachmentStatesFor(attachmentsOf(outboxMessage), mailbox.attachmentBytes);
      let result = await send(outboxMessage, recipients, attachmentStates);
      const mayBeAcceptedWithoutFiles =
        result.failure !== undefined && result.failure.cause !== 'other' && !result.fileError;
      if (result.accepted.length === 0 && mayBeAcceptedWithoutFiles && attachmentStates.includes('attached')) {
        // A request without its files is better than no request.
        const statesWithoutFiles = attachmentStates.map((state) => (state === 'attached' ? 'rejected' : state));
        result = await send(outboxMessage, recipients, statesWithoutFiles);
      }
      return deliveryResult(result, reached);
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

function deliveryResult(
  { accepted, failure, fileError }: MailResult & { fileError: unknown },
  reached: readonly string[],
): DeliveryResult {
  if (!failure) return { outcome: 'accepted' };
  const result: DeliveryResult = fileError
    ? failureResult(fileError, 'a file could not be read')
    : { outcome: failure.cause === 'content' ? 'refused' : 'unavailable', reason: failure.detail };
  const allReached = [...reached, ...accepted];
  if (allReached.length === 0 || result.outcome === 'accepted') return result;
  return { outcome: 'accepted', incomplete: { reached: allReached, reason: result.reason } };
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
 * Returns the headers that make an enquiry's emails a thread (RFC 5322, section 3.6.4). Every attempt has the same
 * Message-ID, so that duplicates can be detected. The first email's Message-ID can be derived even after the enquiry
 * has been erased.
 */
function threadHeaders(outboxMessage: OutboxMessage, domain: string) {
  const enquiryId = outboxMessage.purpose === 'erasure' ? outboxMessage.enquiryId : outboxMessage.enquiry.id;
  const id = (number: number) => `<${enquiryId}.${number}@${domain}>`;
  const first = id(0);
  return {
    messageId: id(outboxMessage.number),
    ...(outboxMessage.number > 0 && { inReplyTo: first, references: first }),
  };
}

/** Decides for each file, in order, whether it still fits in the email. */
function attachmentStatesFor(files: readonly StoredFile[], limit: number): AttachmentState[] {
  let sum = 0;
  return files.map(({ type, size }) => {
    // Many mail servers reject emails with archives, and the request with them.
    if (isDiscType(type)) return 'disc';
    if (sum + encodedSize(size) > limit) return 'too-large';
    sum += encodedSize(size);
    return 'attached';
  });
}

/**
 * Returns the base64 size (bytes): four characters per three bytes, in lines of 76 characters (RFC 2045, section 6.8).
 */
function encodedSize(bytes: number): number {
  const characters = 4 * Math.ceil(bytes / 3);
  return characters + 2 * Math.ceil(characters / 76);
}

function replyTo(outboxMessage: OutboxMessage): { name: string; address: string } | undefined {
  if (outboxMessage.purpose === 'erasure') return undefined;
  const { name = '', email } = outboxMessage.enquiry.fields;
  const address = email === undefined ? undefined : mailableAddress(email);
  return address === undefined ? undefined : { name, address };
}
