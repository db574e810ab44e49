import { type DetailedError, type HttpResponse, Upload } from 'tus-js-client';
import { cleanFileName } from '../file-name.ts';
import type { RefusedFile, ServerFile } from '../file-status.ts';
import type { FileErrorCode } from '../file-status.ts';
import type { FileLimits } from '../limits.ts';
import { uploadsPath } from '../uploads-path.ts';
import { uploadAddresses, uploadFingerprint } from './upload-addresses.ts';

// Imported when the first file is chosen, because it includes the protocol's library.

const chunkSize = 2 * 1024 * 1024;
/** Delays before retries without progress in between (ms). */
const retryDelays = [0, 1000, 3000, 5000, 10_000, 20_000];
/** A connection without progress for this long is considered dead (ms). */
const stallTimeout = 60_000;

/** Callbacks of {@link startUpload}. */
export interface UploadEvents {
  onProgress: (percent: number) => void;
  /** The browser is offline; the upload resumes automatically when it is online again. */
  onOffline: () => void;
  onStored: (file: ServerFile) => void;
  onRefused: (file: RefusedFile) => void;
  /** The upload failed; it can be retried, or the file submitted with the form. */
  onFailed: () => void;
  /** The server does not accept uploads before the form. */
  onUnavailable: () => void;
}

/**
 * Uploads a file in chunks, resuming after interruptions.
 * @param token of the draft to upload into
 * @returns a function that cancels the upload and deletes what has arrived
 */
export function startUpload(
  file: File,
  { token, fileTypes }: { token: string; fileTypes: FileLimits['types'] },
  events: UploadEvents,
): () => void {
  let hasEnded = false;
  let stallTimer: ReturnType<typeof setTimeout> | undefined;

  const upload = new Upload(file, {
    endpoint: uploadsPath,
    chunkSize,
    retryDelays,
    metadata: { draft: token, filename: file.name, rules: fileTypes },
    fingerprint: (chosen) => uploadFingerprint(chosen, token),
    urlStorage: uploadAddresses(() => localStorage),
    removeFingerprintOnSuccess: true,
    onShouldRetry: ({ originalResponse }) =>
      navigator.onLine && isTemporary(originalResponse?.getStatus() ?? 0) && !isOutOfSpace(originalResponse),
    onAfterResponse(request, response) {
      // The library would treat a proxy's error as a lost upload, and start again from zero.
      if (request.getMethod() === 'HEAD' && response.getStatus() >= 500) throw new Error('No response from the site');
    },
    onProgress(sent, total) {
      restartStallTimer();
      events.onProgress(Math.floor((100 * sent) / total));
    },
    onSuccess({ lastResponse }) {
      end();
      // A response without a body answers a HEAD request: everything had arrived before.
      const id = upload.url?.replace(/.*\//, '') ?? '';
      events.onStored(storedFileIn(lastResponse) ?? { id, name: cleanFileName(file.name), size: file.size });
    },
    onError(error) {
      const answer = 'originalResponse' in error ? error.originalResponse : null;
      if (!navigator.onLine && !answer) {
        clearTimeout(stallTimer);
        events.onOffline();
        return;
      }
      end();
      const refusal = refusalIn(answer);
      if (refusal) events.onRefused(refusal);
      else if (isUnavailable(error, upload)) events.onUnavailable();
      else events.onFailed();
    },
  });

  function start(): void {
    addEventListener('online', reconnect);
    restartStallTimer();
    upload.start();
  }

  /** Restarts the stall timeout. */
  function restartStallTimer(): void {
    clearTimeout(stallTimer);
    stallTimer = setTimeout(reconnect, stallTimeout);
  }

  /** Reconnects and resumes from the server's offset. */
  function reconnect(): void {
    void upload.abort().then(() => {
      if (!hasEnded) start();
    });
  }

  function end(): void {
    hasEnded = true;
    clearTimeout(stallTimer);
    removeEventListener('online', reconnect);
  }

  void upload.findPreviousUploads().then(([earlier]) => {
    if (hasEnded) return;
    if (earlier) upload.resumeFromPreviousUpload(earlier);
    start();
  });

  return () => {
    end();
    // If it cannot be deleted now, it expires like every unfinished upload.
    upload.abort(true).catch(() => undefined);
  };
}

/** Whether a status is temporary: no response, the upload is locked, rate limited, or a server or proxy error. */
function isTemporary(status: number): boolean {
  return status === 0 || status === 408 || status === 409 || status === 423 || status === 429 || status >= 500;
}

/** Whether the server has no disk space for uploads, and will not soon: the file is submitted with the form instead. */
function isOutOfSpace(answer: HttpResponse | null): boolean {
  return answer?.getStatus() === 503 && Boolean(answer.getHeader('Tus-Resumable') && answer.getHeader('Retry-After'));
}

/** Whether something other than the upload endpoint responded, because this site runs without it. */
function isUnavailable(error: Error | DetailedError, { url }: Upload): boolean {
  if (url !== null || !('originalResponse' in error) || !error.originalResponse) return false;
  const status = error.originalResponse.getStatus();
  return (status === 404 || status === 405) && !error.originalResponse.getHeader('Tus-Resumable');
}

const refusals: readonly unknown[] = [
  'file_too_large',
  'too_many_files',
  'file_empty',
  'file_wrong_type',
  'file_active',
  'file_broken_off',
] satisfies FileErrorCode[];

function refusalIn(response: HttpResponse | null): RefusedFile | undefined {
  const { error, name } = jsonIn(response);
  return refusals.includes(error) && typeof name === 'string' ? { error: error as FileErrorCode, name } : undefined;
}

function storedFileIn(response: HttpResponse): ServerFile | undefined {
  const { id, name, size } = jsonIn(response);
  const isComplete = typeof id === 'string' && typeof name === 'string' && typeof size === 'number';
  return isComplete ? { id, name, size } : undefined;
}

/** The properties of a JSON response; none for any other response. */
function jsonIn(response: HttpResponse | null): Record<string, unknown> {
  try {
    return { ...(JSON.parse(response?.getBody() ?? '') as object) };
  } catch {
    return {};
  }
}
