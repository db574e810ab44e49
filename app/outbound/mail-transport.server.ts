import { setTimeout as pause } from 'node:timers/promises';
import type { SendMailOptions } from 'nodemailer';

/** Timeout for connecting and for the server's greeting (ms). */
const handshakeTimeout = 15_000;
/** Idle timeout (ms); generous, because servers scan large attachments for viruses. */
const idleTimeout = 2 * 60_000;
/** Timeout for sending one email (ms); generous, because some servers are very slow. */
const sendTimeout = 30 * 60_000;
/** Timeout of `verify` (ms). */
const verifyTimeout = 60_000;

/** An email to send. */
export interface OutgoingMail extends Omit<SendMailOptions, 'envelope'> {
  from: { name: string; address: string };
  /** The recipients named in the header. */
  to: string[];
  /** The recipients in the envelope, if the others have already received the email; defaults to `to`. */
  recipients?: string[];
  /** Encoded size in bytes. The server can reject an oversized email before any of it is sent. */
  size?: number;
}

/**
 * Why an email was not accepted. `content`: the server permanently rejected it for its size or content. `mailbox-full`:
 * a smaller email may still fit. `other`: a temporary failure, or one that would affect any email.
 */
interface MailFailure {
  cause: 'content' | 'mailbox-full' | 'other';
  /** SMTP command and code only, because server messages contain addresses. */
  detail: string;
}

/** The recipients for whom the server accepted the email, and why it rejected the others. */
export interface MailResult {
  accepted: string[];
  failure?: MailFailure;
}

/** A connection to a mail server. */
export interface MailTransport {
  /** Sends an email. Failures of the server are returned, not thrown. */
  send(mail: OutgoingMail): Promise<MailResult>;
  /**
   * Connects, encrypts, logs in and disconnects.
   * @throws {Error} with the `detail` of a {@link MailFailure} as its message
   */
  verify(): Promise<void>;
}

/**
 * Opens a transport to a mail server; encryption is required unless the server is on this machine.
 * @param url `smtp://user:password@host:port`, or `smtps://…`
 */
export function openMailTransport(url: string): MailTransport {
  const options = transportOptions(url);
  let opened: ReturnType<typeof openTransport> | undefined;
  const transport = () => (opened ??= openTransport(options));
  return {
    async send({ size, ...mail }) {
      const { recipients = mail.to } = mail;
      // The library converts domains to lower case.
      const inOriginalCase = (addresses: string[]) => {
        const lowerCase = addresses.map((address) => address.toLowerCase());
        return recipients.filter((address) => lowerCase.includes(address.toLowerCase()));
      };
      try {
        const { accepted, rejectedErrors = [] } = await (
          await transport()
        ).sendMail({
          ...mail,
          envelope: { from: mail.from.address, to: recipients, ...(size !== undefined && { size }) },
          disableFileAccess: true,
          disableUrlAccess: true,
          signal: AbortSignal.timeout(sendTimeout),
        });
        const [rejection] = rejectedErrors;
        return { accepted: inOriginalCase(accepted), ...(rejection && { failure: failureOf(rejection) }) };
      } catch (error) {
        return { accepted: [], failure: failureOf(error) };
      }
    },
    async verify() {
      const finished = new AbortController();
      const timedOut = pause(verifyTimeout, undefined, { signal: finished.signal, ref: false }).then(() => {
        throw new Error('Login timed out');
      });
      timedOut.catch(() => undefined);
      try {
        await Promise.race([(await transport()).verify(), timedOut]);
      } catch (error) {
        throw new Error(failureOf(error).detail, { cause: error });
      } finally {
        finished.abort();
      }
    },
  };
}

/**
 * Opens one of the mail library's transports. The library is loaded only for the first email, because it takes 13 MB of
 * memory.
 */
async function openTransport(options: ReturnType<typeof transportOptions>) {
  const { createTransport } = await import('nodemailer');
  return createTransport(options);
}

function transportOptions(address: string) {
  const url = new URL(address);
  const secure = url.protocol === 'smtps:';
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  return {
    host,
    port: url.port ? Number(url.port) : undefined,
    secure,
    // Never send medical reports or passwords unencrypted over a network.
    requireTLS: !secure && !['localhost', '127.0.0.1', '::1'].includes(host),
    auth: url.username ? { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } : undefined,
    connectionTimeout: handshakeTimeout,
    greetingTimeout: handshakeTimeout,
    dnsTimeout: handshakeTimeout,
    socketTimeout: idleTimeout,
  };
}

/** An error thrown by the mail library. */
interface LibraryError {
  /** The failed SMTP command; `CONN` for the connection. */
  command?: string;
  /** The library's error code: `EMESSAGE` if the email itself was rejected. */
  code?: string;
  /** The system error code, such as `ECONNREFUSED`. */
  originalCode?: string;
  responseCode?: number;
  /** The server's response. */
  response?: string;
  /** One for each rejected recipient. */
  rejectedErrors?: LibraryError[];
}

function failureOf(error: unknown): MailFailure {
  const libraryError = error as LibraryError;
  const { command, code, originalCode, responseCode } = libraryError;
  const errorCode = responseCode ?? originalCode ?? (code === 'EMESSAGE' ? 'too large' : code) ?? 'unknown error';
  return { cause: causeOf(libraryError), detail: [command, errorCode].filter(Boolean).join(' ') };
}

/**
 * Determines the cause from the command, the reply code (RFC 5321) and the enhanced status code (RFC 3463). A rejected
 * greeting, login, sender or recipient would affect any email; only a rejection of the message or its declared size
 * (RFC 1870) is specific to this one.
 */
function causeOf({
  command,
  code,
  responseCode = 0,
  response = '',
  rejectedErrors = [],
}: LibraryError): MailFailure['cause'] {
  const [, subject = '', detail = ''] = /^\d{3}[ -][245]\.(\d{1,3})\.(\d{1,3})\b/.exec(response) ?? [];
  const status = `${subject}.${detail}`;
  if (command === 'RCPT TO') {
    const rejections = rejectedErrors.length > 0 ? rejectedErrors : [{ responseCode, response }];
    return rejections.some(isMailboxFull) ? 'mailbox-full' : 'other';
  }
  const isTooLarge = command === 'MAIL FROM' && (code === 'EMESSAGE' || responseCode === 552 || status === '3.4');
  if (isTooLarge) return 'content';
  if (command !== 'DATA' || code !== 'EMESSAGE' || responseCode < 500 || responseCode === 503) return 'other';
  if (status === '2.2') return 'mailbox-full';
  // Address, mailbox (except 2.3, the size of one email), full disk and routing: not caused by the email itself.
  const isUnrelated = ['1', '4'].includes(subject) || ['2.0', '2.1', '3.1', '3.2'].includes(status);
  return isUnrelated ? 'other' : 'content';
}

/**
 * Whether a mailbox is full. 452 alone may also mean a full server or too many recipients, both of which are temporary.
 */
function isMailboxFull({ responseCode, response = '' }: LibraryError): boolean {
  const status = /^\d{3}[ -][45]\.(\d{1,3}\.\d{1,3})\b/.exec(response)?.[1];
  return status === undefined ? responseCode === 552 : status === '2.2';
}
