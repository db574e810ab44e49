import type { FileErrorCode } from '../file-status.ts';

/** Why an upload is refused. */
export type RefusalCode = FileErrorCode | 'draft_expired';

/** An error that makes the tus server respond with this status and body. */
export class Refusal extends Error {
  readonly status_code: number;
  readonly body: string;
  constructor(status: number, answer: { error: RefusalCode; name: string } | string) {
    super(`Refused with ${status}`);
    this.status_code = status;
    this.body = typeof answer === 'string' ? answer : JSON.stringify(answer);
  }
}

/** The HTTP status for refusing a completed file (RFC 9110). */
export function statusOf(error: RefusalCode): number {
  return { file_too_large: 413, draft_expired: 410 }[error as string] ?? 422;
}
