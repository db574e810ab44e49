import { createHash } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** How the server treats an email. `stores-but-fails` stores the email, but reports an error. */
export type MailBehaviour = 'ok' | 'rejects-recipient' | 'rejects-message' | 'defers' | 'stores-but-fails';

/** Replies that reject a command, such as `552 5.2.2 Mailbox full`; undefined accepts it. */
export interface Rejections {
  sender?: (address: string) => string | undefined;
  recipient?: (address: string) => string | undefined;
  message?: (raw: string) => string | undefined;
}

/** A received email, parsed as a mail client would. */
interface ReceivedMail {
  email: Email;
  /** As received, one character per byte. */
  raw: string;
  recipients: string[];
  user: string | undefined;
  /** The attachments in order. */
  files: { name: string | null; type: string; size: number; sha256: string }[];
}

export interface StandInMailServer {
  url: string;
  received: ReceivedMail[];
  setBehaviour(behaviour: MailBehaviour): void;
  /** Sets replies that reject commands, in addition to the behaviour. */
  setRejections(rejections: Rejections): void;
  close(): Promise<void>;
}

/** The password that the server accepts for any user. */
export const mailPassword = 'p@ss:word';

/**
 * Starts a real mail server that stores received emails and can be made to reject them.
 * @param size maximum size of an email (bytes), which the server advertises
 */
export async function startStandInMailServer(port = 0, size?: number): Promise<StandInMailServer> {
  let behaviour: MailBehaviour = 'ok';
  let rejections: Rejections = {};
  const received: ReceivedMail[] = [];
  const rejection = (code: number, text: string) => Object.assign(new Error(text), { responseCode: code });
  const toRejection = (reply: string | undefined) =>
    reply ? rejection(Number(reply.slice(0, 3)), reply.slice(4)) : null;

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    // Tests include the status codes in their replies.
    hideENHANCEDSTATUSCODES: true,
    size,
    onAuth({ username, password }, _session, done) {
      if (password === mailPassword) done(null, { user: username });
      else done(rejection(535, 'Invalid username or password'));
    },
    onMailFrom({ address }, _session, done) {
      done(toRejection(rejections.sender?.(address)));
    },
    onRcptTo({ address }, _session, done) {
      done(
        behaviour === 'rejects-recipient'
          ? rejection(550, `No such mailbox: ${address}`)
          : toRejection(rejections.recipient?.(address)),
      );
    },
    onData(stream, session, done) {
      void buffer(stream).then(async (bytes) => {
        if (behaviour === 'rejects-message') return done(rejection(552, 'Too large, dear desk@example.com'));
        if (behaviour === 'defers') return done(rejection(451, 'Try again later'));
        const reply = rejections.message?.(bytes.toString('latin1'));
        if (reply) return done(toRejection(reply));
        const email = await PostalMime.parse(bytes, { attachmentEncoding: 'arraybuffer' });
        received.push({
          email,
          raw: bytes.toString('latin1'),
          recipients: session.envelope.rcptTo.map(({ address }) => address),
          user: session.user as string | undefined,
          files: email.attachments.map(({ filename, mimeType, content }) => {
            const file = Buffer.from(content as ArrayBuffer);
            const sha256 = createHash('sha256').update(file).digest('hex');
            return { name: filename, type: mimeType, size: file.length, sha256 };
          }),
        });
        if (behaviour === 'stores-but-fails') return done(rejection(451, 'Internal error'));
        done(null);
      }, done);
    },
  });
  // Some tests disconnect in the middle of an email.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `smtp://desk:${encodeURIComponent(mailPassword)}@127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    received,
    setBehaviour: (next) => (behaviour = next),
    setRejections: (next) => (rejections = next),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
