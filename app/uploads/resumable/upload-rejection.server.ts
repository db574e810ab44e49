import type { UploadErrorCode } from '../file-status.ts';

/** Why an upload is rejected. */
export type RejectionCode = UploadErrorCode | 'draft_expired';

/** Thrown to make the tus server respond with a status and a body. */
export class UploadRejection extends Error {
  readonly status_code: number;
  readonly body: string;
  constructor(status: number, body: { error: RejectionCode; name: string } | string) {
    super(`Upload rejected with status ${status}`);
    this.status_code = status;
    this.body = typeof body === 'string' ? body : JSON.stringify(body);
  }
}

/** Returns the HTTP status for rejecting an upload (RFC 9110). */
export function statusOf(error: RejectionCode): number {
  const statuses: Partial<Record<RejectionCode, number>> = {
    file_too_large: 413,
    discs_too_large: 413,
    disc_no_room: 413,
    draft_expired: 410,
  };
  return statuses[error] ?? 422;
}
