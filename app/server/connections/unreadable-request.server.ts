import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { defaultLanguage, type Language, languageCodes, languages } from '#app/i18n/languages.ts';
import { resources } from '#app/i18n/texts/resources.server.ts';

/** What every refusal contains, what it has to wait for, and a callback for each. */
interface RefusalOptions {
  /** Returns the responses that a connection still has to send, in order. */
  pendingOn: (socket: Socket) => ServerResponse[];
  /** Returns the phone number that the page shows. */
  phone: () => string;
  /** Headers of every refusal. */
  headers: Record<string, string>;
  /** Called after each refusal. */
  onRefused: (status: number) => void;
}

/** Time for the client to read the response before the connection is closed (ms). */
const closeDelay = 5_000;

/**
 * Responds to requests that Node's HTTP parser rejects, for which no page can be rendered: oversized headers, malformed
 * request lines. Responses to earlier valid requests on the connection are sent first.
 */
export function refuseUnreadableRequests(server: Server, options: RefusalOptions): void {
  const refused = new WeakSet<Socket>();
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    // No later data on the connection can be parsed.
    if (refused.has(socket)) return;
    refused.add(socket);
    const unfinished = options.pendingOn(socket);
    // The response to the request whose body could not be parsed.
    const unparsed = unfinished.find(({ req }) => !req.complete);
    const sendRefusal = () => {
      // After the headers, only closing the connection tells the client that the response is incomplete.
      if (unparsed?.headersSent) socket.destroy();
      else writeResponse(socket, statusFor(error.code), options);
      setTimeout(() => socket.destroy(), closeDelay).unref();
    };
    const [previous] = unfinished.filter((response) => response !== unparsed).reverse();
    if (previous) previous.once('finish', sendRefusal);
    else sendRefusal();
  });
  // CONNECT is for proxies only (RFC 9110, section 9.3.6).
  server.on('connect', (_request, socket) => writeResponse(socket, 405, options));
}

const statusFor = (code: string | undefined): Status =>
  code === 'HPE_HEADER_OVERFLOW' ? 431 : code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;

const reasonPhrases = {
  400: 'Bad Request',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
};
type Status = keyof typeof reasonPhrases;

function writeResponse(socket: Duplex, status: Status, { headers, onRefused, phone }: RefusalOptions): void {
  const page = renderMultilingualPage(phone());
  const responseHeaders = {
    ...headers,
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': Buffer.byteLength(page),
    'Cache-Control': 'no-store',
    Connection: 'close',
  };
  const lines = Object.entries(responseHeaders).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${status} ${reasonPhrases[status]}`, ...lines, '', page].join('\r\n'));
  onRefused(status);
}

const problemTexts = (language: Language) => resources[language].common.problem.unreadable;

/** Renders a page in all languages, because the URL, which contains the language, may be unreadable too. */
function renderMultilingualPage(phone: string): string {
  const title = languageCodes.map((language) => problemTexts(language).title).join(' | ');
  const paragraphs = languageCodes.map(
    (language) =>
      `<p lang="${language}" dir="${languages[language].dir}">${problemTexts(language).text} <bdi dir="ltr">${phone}</bdi></p>`,
  );
  return `<!DOCTYPE html>
<html lang="${defaultLanguage}" dir="${languages[defaultLanguage].dir}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>
${paragraphs.join('\n')}
</html>`;
}
