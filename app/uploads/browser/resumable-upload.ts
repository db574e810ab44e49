import { type DetailedError, type HttpResponse, Upload } from 'tus-js-client';
import { isDisc } from '../disc.ts';
import { cleanFileName } from '../file-name.ts';
import type { RejectedFile, ServerFile } from '../file-status.ts';
import type { UploadErrorCode } from '../file-status.ts';
import type { FileLimits } from '../limits.ts';
import { uploadsPath } from '../uploads-path.ts';
import { isReadable } from './is-readable.ts';
import { createTimeLeft, type RoundedTime } from './time-left.ts';
import { uploadFingerprint, uploadUrlStorage } from './upload-url-storage.ts';

// This module is imported when the first file is chosen, because it includes the tus library.

/** In bytes. */
const chunkSize = 2 * 1024 * 1024;
/** Delays before consecutive retries without progress (ms). */
const retryDelays = [0, 1000, 3000, 5000, 10_000, 20_000];
/** A connection without progress for this long is considered dead (ms). */
const stallTimeout = 60_000;

/** Callbacks of {@link startUpload}. */
export interface UploadEvents {
  /** @param timeLeft the same object as long as the value is the same; undefined while it is unknown */
  onProgress: (percent: number, timeLeft: RoundedTime | undefined) => void;
  /** The browser is offline; the upload resumes automatically when it is online again. */
  onOffline: () => void;
  onStored: (file: ServerFile) => void;
  onRejected: (file: RejectedFile) => void;
  /** The upload failed. It can be retried, or the file can be submitted with the form. */
  onFailed: () => void;
  /** The server does not accept uploads before the form is submitted. */
  onUnavailable: () => void;
}

/**
 * Converts a picture to JPEG if a form accepts no other pictures, such as a PNG for the contact form.
 * @returns the file itself if it is not such a picture, or cannot be converted; the server then accepts or rejects it
 */
export async function withAcceptedType(file: File, fileTypes: FileLimits['types']): Promise<File> {
  // Some systems do not know the type of HEIC files.
  const isOtherPicture = file.type === '' ? /\.hei[cf]$/i.test(file.name) : /^image\/(?!jpeg$)/.test(file.type);
  if (fileTypes !== 'letter' || !isOtherPicture) return file;
  try {
    const { jpegFromPicture } = await import('./jpeg-from-picture.ts');
    return await jpegFromPicture(file);
  } catch (error) {
    console.warn('Could not convert a picture to JPEG.', error);
    return file;
  }
}

/**
 * Uploads a file in chunks, resuming after interruptions.
 * @param token token of the draft to upload into
 * @returns a function that cancels the upload and deletes it from the server
 */
export function startUpload(
  file: File,
  { token, limits }: { token: string; limits: FileLimits },
  events: UploadEvents,
): () => void {
  let hasEnded = false;
  let stallTimer: ReturnType<typeof setTimeout> | undefined;
  const timeLeft = createTimeLeft();
  /** In bytes. */
  let acceptedBytes = 0;

  const upload = new Upload(file, {
    endpoint: uploadsPath,
    chunkSize,
    retryDelays,
    metadata: { draft: token, filename: file.name, rules: limits.types },
    fingerprint: (chosen) => uploadFingerprint(chosen, token),
    urlStorage: uploadUrlStorage(() => localStorage),
    removeFingerprintOnSuccess: true,
    onShouldRetry({ originalResponse }) {
      // A request whose file can no longer be read fails like one without a connection.
      if (!originalResponse) void rejectIfUnreadable();
      return navigator.onLine && isTemporary(originalResponse?.getStatus() ?? 0) && !isOutOfSpace(originalResponse);
    },
    onChunkComplete: (_size, accepted) => (acceptedBytes = accepted),
    onAfterResponse(request, response) {
      // The library would treat a proxy's error as a lost upload, and start again from zero.
      if (request.getMethod() === 'HEAD' && response.getStatus() >= 500)
        throw new Error('The response is not from the site');
    },
    onProgress(sent, total) {
      restartStallTimer();
      events.onProgress(Math.floor((100 * sent) / total), timeLeft(sent, total));
    },
    onSuccess({ lastResponse }) {
      end();
      // If the upload was already complete, the last request was a HEAD, whose response has no body.
      const id = upload.url?.replace(/^.*\//, '') ?? '';
      events.onStored(parseStoredFile(lastResponse) ?? { id, name: cleanFileName(file.name), size: file.size });
    },
    onError(error) {
      const response = 'originalResponse' in error ? error.originalResponse : null;
      if (!navigator.onLine && !response) {
        clearTimeout(stallTimer);
        events.onOffline();
        return;
      }
      end();
      const rejection = parseRejection(response);
      if (rejection) events.onRejected(rejection);
      else if (isOutOfSpace(response) && isDisc(file, limits)) {
        events.onRejected({ name: file.name, error: 'disc_no_room' });
      } else if (isUnavailable(error, upload)) events.onUnavailable();
      else events.onFailed();
    },
  });

  function start(): void {
    addEventListener('online', reconnect);
    restartStallTimer();
    upload.start();
  }

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

  async function rejectIfUnreadable(): Promise<void> {
    const chunkEnd = Math.min(acceptedBytes + chunkSize, file.size);
    const canRead = await isReadable(file, acceptedBytes, chunkEnd);
    if (canRead || hasEnded) return;
    end();
    upload.abort(true).catch(() => undefined);
    events.onRejected({ name: file.name, error: 'file_unreadable' });
  }

  function end(): void {
    hasEnded = true;
    clearTimeout(stallTimer);
    removeEventListener('online', reconnect);
  }

  void upload.findPreviousUploads().then(([previousUpload]) => {
    if (hasEnded) return;
    if (previousUpload) upload.resumeFromPreviousUpload(previousUpload);
    start();
  });

  return () => {
    end();
    // If the upload cannot be deleted now, it expires like any unfinished upload.
    upload.abort(true).catch(() => undefined);
  };
}

/**
 * Whether a status is temporary: no response, timeout, locked upload, rate limit, or an error of the server or a proxy.
 */
function isTemporary(status: number): boolean {
  return status === 0 || status === 408 || status === 409 || status === 423 || status === 429 || status >= 500;
}

/** Whether the server will lack disk space for uploads for some time, so the file must be submitted with the form. */
function isOutOfSpace(response: HttpResponse | null): boolean {
  return (
    response?.getStatus() === 503 && Boolean(response.getHeader('Tus-Resumable') && response.getHeader('Retry-After'))
  );
}

/** Whether the response shows that the site runs without an upload endpoint. */
function isUnavailable(error: Error | DetailedError, { url }: Upload): boolean {
  if (url !== null || !('originalResponse' in error) || !error.originalResponse) return false;
  const status = error.originalResponse.getStatus();
  return (status === 404 || status === 405) && !error.originalResponse.getHeader('Tus-Resumable');
}

const rejectionCodes: readonly unknown[] = [
  'file_too_large',
  'too_many_files',
  'file_empty',
  'file_wrong_type',
  'archive_wrong_type',
  'picture_wrong_type',
  'file_active',
  'file_unchecked',
  'file_incomplete',
  'discs_too_large',
  'disc_no_room',
] satisfies UploadErrorCode[];

function parseRejection(response: HttpResponse | null): RejectedFile | undefined {
  const { error, name } = parseJson(response);
  return rejectionCodes.includes(error) && typeof name === 'string'
    ? { error: error as UploadErrorCode, name }
    : undefined;
}

function parseStoredFile(response: HttpResponse): ServerFile | undefined {
  const { id, name, size } = parseJson(response);
  const isComplete = typeof id === 'string' && typeof name === 'string' && typeof size === 'number';
  return isComplete ? { id, name, size } : undefined;
}

/** Returns the properties of a JSON response; none if the body is not JSON. */
function parseJson(response: HttpResponse | null): Record<string, unknown> {
  try {
    return { ...(JSON.parse(response?.getBody() ?? '') as object) };
  } catch {
    return {};
  }
}
