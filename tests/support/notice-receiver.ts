import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import type { Notice } from '../../app/notices/notice.ts';

/** A notice as received. */
export interface ReceivedNotice {
  id: string;
  /** The URL path it was posted to. */
  path: string;
  notice: Notice;
  headers: IncomingHttpHeaders;
  body: string;
  /** Whether the response was a success. */
  accepted: boolean;
}

export interface NoticeReceiver {
  url: string;
  /** All received notices, in order. */
  received: ReceivedNotice[];
  /** Returns the accepted notices about a request. */
  acceptedFor(reference: string): ReceivedNotice[];
  /** Sets the behaviour; a function is called for each notice. */
  setBehaviour(behaviour: ReceiverBehaviour | (() => ReceiverBehaviour)): void;
  close(): Promise<void>;
}

/** `drops` reads the notice and closes the connection without a response; `hangs` keeps the connection open. */
type ReceiverBehaviour = 'ok' | 'fails' | 'drops' | 'hangs';

/** The key for signing and verifying. */
export const noticeSecret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

/**
 * Starts a real receiver of notices, which verifies signatures with the reference implementation of the Standard
 * Webhooks specification. A notice without a valid signature fails the test run.
 * @param port the port of an earlier receiver, to restart it
 */
export async function startNoticeReceiver(port = 0, isSigned = true): Promise<NoticeReceiver> {
  let behaviour: ReceiverBehaviour | (() => ReceiverBehaviour) = 'ok';
  const received: ReceivedNotice[] = [];
  const server = createServer((request, response) => {
    void text(request).then(
      (body) => {
        const current = typeof behaviour === 'function' ? behaviour() : behaviour;
        const accepted = current === 'ok';
        const id = String(request.headers['webhook-id']);
        // An error here is not caught, so it fails the test run.
        if (isSigned) new Webhook(noticeSecret).verify(body, request.headers as Record<string, string>);
        const notice = JSON.parse(body) as Notice;
        const path = request.url ?? '';
        received.push({ id, path, notice, headers: request.headers, body, accepted });
        if (current === 'hangs') return;
        if (current === 'drops') request.socket.destroy();
        else response.writeHead(accepted ? 204 : 503).end();
      },
      () => undefined,
    );
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    acceptedFor: (reference) => received.filter(({ accepted, notice }) => accepted && notice.reference === reference),
    setBehaviour: (next) => (behaviour = next),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
