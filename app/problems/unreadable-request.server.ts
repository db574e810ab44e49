import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Company } from '#app/company/company.ts';

type Contact = Pick<Company, 'phone'>;

/** How long a connection may take to read the last answer (ms). */
const farewell = 5_000;

/**
 * Lets a server answer a request that Node's HTTP parser refused, where no page can be rendered: headers of a megabyte,
 * a request line that is none. What follows a sound request waits for that one's answer, and stands in no other's place.
 */
export function answerUnreadableRequests(server: Server, contact: Contact): void {
  const answers = new WeakMap<Socket, ServerResponse[]>();
  const refused = new WeakSet<Socket>();
  const underWay = (socket: Socket) => (answers.get(socket) ?? []).filter((answer) => !answer.writableFinished);
  server.on('request', (request, response) => answers.set(request.socket, [...underWay(request.socket), response]));
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    // Whatever else comes on it is as unreadable.
    if (refused.has(socket)) return;
    refused.add(socket);
    const open = underWay(socket);
    // The body of this one could not be read.
    const own = open.find(({ req }) => !req.complete);
    const refuse = () => {
      // Half an answer is recognised by its end.
      if (own?.headersSent) socket.destroy();
      else socket.end(refusal(error.code, contact));
      setTimeout(() => socket.destroy(), farewell).unref();
    };
    const [before] = open.filter((answer) => answer !== own).reverse();
    if (before) before.once('finish', refuse);
    else refuse();
  });
}

function refusal(code: string | undefined, contact: Contact): string {
  const status =
    code === 'HPE_HEADER_OVERFLOW'
      ? '431 Request Header Fields Too Large'
      : code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? '408 Request Timeout'
        : '400 Bad Request';
  const page = bothLanguages(contact);
  return [
    `HTTP/1.1 ${status}`,
    'Content-Type: text/html; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(page)}`,
    "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'; sandbox",
    'X-Content-Type-Options: nosniff',
    'X-Frame-Options: DENY',
    'Cache-Control: no-store',
    'Connection: close',
    '',
    page,
  ].join('\r\n');
}

/** Both languages at once, because even the address may be unreadable. */
function bothLanguages({ phone }: Contact): string {
  return `<!DOCTYPE html>
<html lang="ar" dir="rtl"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>خطأ | Error</title>
<p>لم نتمكن من قراءة هذا الطلب، ولم يصل إلينا شيء. يرجى المحاولة مرة أخرى أو الاتصال بنا: <bdi dir="ltr">${phone}</bdi></p>
<p lang="en" dir="ltr">We could not read this request, and nothing has reached us. Please try again or call us: ${phone}</p>
</html>`;
}
