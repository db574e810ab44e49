import type { ChannelResult } from '../recipients.server.ts';

/** Timeout of a whole request (ms). */
const timeout = 15_000;

/** Posts JSON text without following redirects. A 2xx status means that it is accepted. Never rejects. */
export async function postJson(url: string, body: string, headers: Record<string, string>): Promise<ChannelResult> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      body,
      headers: { 'Content-Type': 'application/json', ...headers },
      redirect: 'manual',
      signal: AbortSignal.timeout(timeout),
    });
    // Only the status matters. Ignore the body and any error while reading it.
    response.body?.cancel().catch(() => undefined);
    return response.ok ? { accepted: true } : { accepted: false, reason: `status ${response.status}` };
  } catch (error) {
    return { accepted: false, reason: reasonOf(error) };
  }
}

/** Returns an error code such as `ECONNREFUSED`, or the error's name, because its message may contain a secret URL. */
function reasonOf(error: unknown): string {
  const { cause, name } = error as Error;
  return (cause as NodeJS.ErrnoException | undefined)?.code ?? name;
}
