import { createHash } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** How the server behaves until told otherwise. */
export type MailBehaviour = 'ok' | 'refuses-recipient' | 'refuses-message' | 'later' | 'unsure';

/** A mail as it arrived, read as a mail client reads it. */
export interface ReceivedMail {
  email: Email;
  /** As it travelled. */
  raw: string;
  recipients: string[];
  user: string | undefined;
  /** The attachments in order. */
  files: { name: string | null; type: string; size: number; sha256: string }[];
}

export interface SmtpInbox {
  url: string;
  received: ReceivedMail[];
  behave(behaviour: MailBehaviour): void;
  close(): Promise<void>;
}

/** The password it takes from anybody. */
export const mailPassword = 'p@ss:word';

/** A real mail server that keeps what it gets and can be told to refuse. */
export async function startSmtpInbox(port = 0): Promise<SmtpInbox> {
  let behaviour: MailBehaviour = 'ok';
  const received: ReceivedMail[] = [];
  const refusal = (code: number, text: string) => Object.assign(new Error(text), { responseCode: code });

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onAuth({ username, password }, _session, done) {
      if (password === mailPassword) done(null, { user: username });
      else done(refusal(535, 'Invalid username or password'));
    },
    onRcptTo({ address }, _session, done) {
      done(behaviour === 'refuses-recipient' ? refusal(550, `No such mailbox: ${address}`) : null);
    },
    onData(stream, session, done) {
      void buffer(stream).then(async (bytes) => {
        if (behaviour === 'refuses-message') return done(refusal(552, 'Too large, dear desk@example.com'));
        if (behaviour === 'later') return done(refusal(451, 'Try again later'));
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
        // It has the mail, and the sender never hears of it.
        if (behaviour === 'unsure') return done(refusal(451, 'Lost my head'));
        done(null);
      }, done);
    },
  });
  // A client that goes away in the middle is one of the cases.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `smtp://desk:${encodeURIComponent(mailPassword)}@127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    received,
    behave: (next) => (behaviour = next),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
