import type { Socket } from 'node:net';
import type { Company } from '#app/company/company.ts';

type Contact = Pick<Company, 'phone'>;

/**
 * Answers a request that Node's HTTP parser refused, where no page can be rendered: headers of a megabyte, a
 * request line that is none.
 */
export function answerUnreadableRequest(contact: Contact) {
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const status =
      error.code === 'HPE_HEADER_OVERFLOW'
        ? '431 Request Header Fields Too Large'
        : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
          ? '408 Request Timeout'
          : '400 Bad Request';
    const page = bothLanguages(contact);
    socket.end(
      `HTTP/1.1 ${status}\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(page)}\r\nConnection: close\r\n\r\n${page}`,
    );
    setTimeout(() => socket.destroy(), 5_000).unref();
  };
}

/** Both languages at once, because even the address may be unreadable. */
function bothLanguages({ phone }: Contact): string {
  return `<!DOCTYPE html>
<html lang="ar" dir="rtl"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>خطأ | Error</title>
<p>لم نتمكن من قراءة هذا الطلب، ولم يصل إلينا شيء. يرجى المحاولة مرة أخرى أو الاتصال بنا: <bdi dir="ltr">${phone}</bdi></p>
<p lang="en" dir="ltr">We could not read this request, and nothing has reached us. Please try again or call us: ${phone}</p>
</html>`;
}
