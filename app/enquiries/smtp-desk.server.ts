import { Readable } from 'node:stream';
import { createTransport } from 'nodemailer';
import type { FileStore } from '#app/uploads/file-store.server.ts';
import type { StoredFile } from '#app/uploads/keep-file.server.ts';
import { openWithoutLocation } from '#app/uploads/without-location.server.ts';
import { answerToFault, type Desk, type DeskAnswer } from './desk.server.ts';
import type { Parcel } from './enquiry.ts';
import { mailSubject, mailText } from './mail-text.server.ts';
import { mailableAddress } from './mailable-address.ts';

/** A mail server has this long to take the connection and to greet. */
const longestGreeting = 15_000;
/** It may think for this long between two bytes: one that looks for viruses takes its time over large attachments. */
const silence = 2 * 60_000;
/** A server that trickles must not hold a delivery for ever. */
const longestDelivery = 30 * 60_000;

export interface Mailbox {
  /** `smtp://user:password@host:port`, or `smtps://…`. */
  url: string;
  /** Where the mail goes, and from where it seems to come. */
  address: string;
  /** The sender's name. */
  name: string;
  /** What the attachments of one mail may add up to as they travel, in bytes. */
  attachmentBytes: number;
}

/** A mailbox as desk: one mail for each parcel, files streamed from the store as far as they fit into a mail. */
export function smtpDesk(mailbox: Mailbox, store: FileStore): Desk {
  const transport = createTransport(transportOptions(mailbox.url));
  return {
    name: 'smtp',
    async deliver(parcel, idempotencyKey) {
      const attachments = parcel.purpose === 'erasure' ? [] : parcel.enquiry.attachments;
      const isAttached = fitting(attachments, mailbox.attachmentBytes);
      // Read when the mail gets that far, so that a server that is away costs no open file.
      const contents = attachments.map((file) =>
        Readable.from(openWithoutLocation(store, file), { objectMode: false }),
      );
      let brokenFile: unknown;
      // What it says now; later the mail library writes words of its own into it.
      for (const content of contents) {
        content.on('error', ({ code }: NodeJS.ErrnoException) => (brokenFile ??= { code }));
      }
      try {
        await transport.sendMail({
          from: { name: mailbox.name, address: mailbox.address },
          to: mailbox.address,
          replyTo: replyTo(parcel),
          subject: mailSubject(parcel),
          // The same for every attempt: a mailbox that has the mail already can tell.
          messageId: `<${idempotencyKey}@${mailbox.address.replace(/^.*@/, '')}>`,
          // RFC 3834: nobody's holiday notice answers it.
          headers: { 'Auto-Submitted': 'auto-generated' },
          text: mailText(parcel, isAttached),
          textEncoding: 'base64',
          attachments: attachments
            .map(({ name, type }, index) => ({ filename: name, contentType: type, content: contents[index] }))
            .filter((_, index) => isAttached[index]),
          disableFileAccess: true,
          disableUrlAccess: true,
          signal: AbortSignal.timeout(longestDelivery),
        });
        return { outcome: 'accepted' };
      } catch (error) {
        return brokenFile ? answerToFault(brokenFile, 'a file could not be read') : answerFrom(error);
      } finally {
        for (const content of contents) content.destroy();
      }
    },
  };
}

function transportOptions(address: string) {
  const url = new URL(address);
  const secure = url.protocol === 'smtps:';
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  return {
    host,
    port: url.port ? Number(url.port) : undefined,
    secure,
    // Medical reports and a password cross no network in the clear.
    requireTLS: !secure && !['localhost', '127.0.0.1', '::1'].includes(host),
    auth: url.username ? { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } : undefined,
    connectionTimeout: longestGreeting,
    greetingTimeout: longestGreeting,
    dnsTimeout: longestGreeting,
    socketTimeout: silence,
  };
}

/** For each file, in the order in which they were sent, whether it still fits. */
function fitting(files: readonly StoredFile[], limit: number): boolean[] {
  let sum = 0;
  return files.map(({ size }) => {
    if (sum + encodedSize(size) > limit) return false;
    sum += encodedSize(size);
    return true;
  });
}

/** Base64 makes four characters of three bytes, and lines of 76 characters (RFC 2045, section 6.8). */
function encodedSize(bytes: number): number {
  const characters = 4 * Math.ceil(bytes / 3);
  return characters + 2 * Math.ceil(characters / 76);
}

function replyTo(parcel: Parcel): { name: string; address: string } | undefined {
  if (parcel.purpose === 'erasure') return undefined;
  const { name, email } = parcel.enquiry.fields;
  const address = mailableAddress(email);
  return address === undefined ? undefined : { name, address };
}

/** The commands whose refusal speaks of this very mail; a login or a sender is refused to every mail alike. */
const commandsOfMail = new Set(['RCPT TO', 'DATA']);

/**
 * `refused` where the server turned this mail down for good (5yz, RFC 5321, section 4.2.1). The reason names command
 * and code only: what servers say holds addresses.
 */
function answerFrom(error: unknown): DeskAnswer {
  const { command, responseCode, code, originalCode } = error as {
    command?: string;
    responseCode?: number;
    code?: string;
    originalCode?: string;
  };
  const isRefusal =
    command !== undefined && commandsOfMail.has(command) && responseCode !== undefined && responseCode >= 500;
  const reason = [command, responseCode ?? originalCode ?? code ?? 'unknown error'].filter(Boolean).join(' ');
  return { outcome: isRefusal ? 'refused' : 'unavailable', reason };
}
