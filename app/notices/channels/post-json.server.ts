import type { ChannelAnswer } from '../recipients.server.ts';

/** Timeout of a whole request (ms). */
const timeout = 15_000;

/** Posts JSON text; accepted if the status is 2xx. Redirects are not followed. Never rejects. */
export async function postJson(url: string, body: string, headers: Record<string, string>): Promise<ChannelAnswer> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      body,
      headers: { 'Content-Type': 'application/json', ...headers },
      redirect: 'manual',
      signal: AbortSignal.timeout(timeout),
    });
    // Only the status matters; ignore the body and errors in it.
    response.body?.cancel().catch(() => undefined);
    return response.ok ? { accepted: true } : { accepted: false, reason: `status ${response.status}` };
  } catch (error) {
    return { accepted: false, reason: reasonOf(error) };
  }
}

/** An error code such as `ECONNREFUSED`, or the error's name; messages may contain secret URLs. */
function reasonOf(error: unknown): string {
  const { cause, name } = error as Error;
  return (cause as NodeJS.ErrnoException | undefined)?.code ?? name;
}
