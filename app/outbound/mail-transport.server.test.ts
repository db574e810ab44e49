import { type AddressInfo, createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type StandInMailServer, startStandInMailServer } from '#tests/support/stand-in-mail-server.ts';
import { openMailTransport, type OutgoingMail } from './mail-transport.server.ts';

let mailServer: StandInMailServer;
beforeEach(async () => void (mailServer = await startStandInMailServer()));
afterEach(() => mailServer.close());

const mail: OutgoingMail = {
  from: { name: 'Rihla', address: 'site@example.com' },
  to: ['a@example.com', 'b@example.com'],
  subject: 'Test',
  text: 'Test',
};
const send = (changes: Partial<OutgoingMail> = {}) => openMailTransport(mailServer.url).send({ ...mail, ...changes });

test('an email is sent to everyone in its header, or only to the given recipients', async () => {
  expect(await send()).toEqual({ accepted: ['a@example.com', 'b@example.com'] });
  expect(await send({ recipients: ['b@example.com'] })).toEqual({ accepted: ['b@example.com'] });
  expect(mailServer.received.map(({ recipients }) => recipients)).toEqual([
    ['a@example.com', 'b@example.com'],
    ['b@example.com'],
  ]);
  expect(mailServer.received.map(({ email }) => email.to?.length)).toEqual([2, 2]);
});

test('reports who accepted the email, and why others did not', async () => {
  mailServer.setRejections({ recipient: (address) => (address.startsWith('a@') ? '450 4.2.0 Greylisted' : undefined) });
  expect(await send()).toEqual({
    accepted: ['b@example.com'],
    failure: { cause: 'other', detail: 'RCPT TO 450' },
  });
});

describe('a rejection', () => {
  test.each<[keyof Parameters<StandInMailServer['setRejections']>[0], string, string]>([
    ['message', '552 Too large', 'content'],
    ['message', '552 5.3.4 Message size exceeds fixed limit', 'content'],
    ['message', '552 5.2.3 Longer than this mailbox takes', 'content'],
    ['message', '550 5.7.1 Message contains a virus', 'content'],
    ['message', '554 5.6.0 Message rejected as spam by Content Filtering', 'content'],
    ['sender', '552 5.3.4 Message size exceeds fixed limit', 'content'],
    ['sender', '552 Too large', 'content'],
    ['message', '552 5.2.2 Over quota', 'mailbox-full'],
    ['recipient', '552 5.2.2 Mailbox full', 'mailbox-full'],
    ['recipient', '452 4.2.2 Mailbox full', 'mailbox-full'],
    ['recipient', '552 Requested mail action aborted: exceeded storage allocation', 'mailbox-full'],
    ['recipient', '422 4.2.2 Over quota', 'mailbox-full'],
    ['recipient', '452 4.3.1 Insufficient system storage', 'other'],
    ['recipient', '452 4.5.3 Too many recipients', 'other'],
    ['recipient', '452 Requested action not taken', 'other'],
    ['recipient', '450 4.2.0 Greylisted', 'other'],
    ['recipient', '550 5.1.1 User unknown', 'other'],
    ['recipient', '554 5.7.1 Relay access denied', 'other'],
    ['sender', '553 5.7.1 Sender address rejected: not owned by user', 'other'],
    ['sender', '452 4.3.1 Insufficient system storage', 'other'],
    ['message', '451 4.7.1 Please try again later', 'other'],
    ['message', '452 4.3.1 Insufficient system storage', 'other'],
    ['message', '552 5.3.1 Mail system full', 'other'],
    ['message', '550 5.1.1 User unknown', 'other'],
    ['message', '550 5.2.1 Mailbox disabled', 'other'],
    ['message', '503 5.5.1 Bad sequence of commands', 'other'],
  ])('of the %s with “%s” has the cause %s', async (of, reply, cause) => {
    mailServer.setRejections({ [of]: () => reply });
    const commands = { message: 'DATA', sender: 'MAIL FROM', recipient: 'RCPT TO' };
    expect(await send()).toEqual({
      accepted: [],
      failure: { cause, detail: `${commands[of]} ${reply.slice(0, 3)}` },
    });
  });

  test('comes before any data is sent if the email exceeds the size that the server advertises', async () => {
    await mailServer.close();
    mailServer = await startStandInMailServer(0, 100_000);
    expect(await send({ size: 100_001 })).toEqual({
      accepted: [],
      failure: { cause: 'content', detail: 'MAIL FROM too large' },
    });
    expect(await send({ size: 100_000 })).toMatchObject({ accepted: mail.to });
  });
});

test('a failed connection is not attributed to the email', async () => {
  const { url } = mailServer;
  await mailServer.close();
  const failure = { cause: 'other', detail: 'CONN ECONNREFUSED' };
  expect(await openMailTransport(url).send(mail)).toEqual({ accepted: [], failure });
  mailServer = await startStandInMailServer();
});

describe('verification', () => {
  test('logs in and sends nothing', async () => {
    await openMailTransport(mailServer.url).verify();
    expect(mailServer.received).toEqual([]);
  });

  test('fails for a wrong password, with a message that contains no address', async () => {
    const url = new URL(mailServer.url);
    url.password = 'wrong';
    await expect(openMailTransport(url.href).verify()).rejects.toThrow(/^AUTH PLAIN 535$/);
  });

  test.each([
    ['554 No service for you\r\n', 'CONN 554'],
    ['', 'CONN ECONNECTION'],
  ])('fails if the server’s greeting is %j', async (greeting, reason) => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.resume().end(greeting);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await expect(openMailTransport(url).verify()).rejects.toThrow(new RegExp(`^${reason}$`));
    await new Promise((resolve) => server.close(resolve));
  });
});
