import { Upload, type DetailedError, type HttpResponse } from 'tus-js-client';
import { cleanFileName } from './file-name.ts';
import type { KeptFile, RefusedFile } from './file-status.ts';
import type { FileErrorCode } from './keep-file.server.ts';
import type { FileLimits } from './limits.ts';
import { uploadAddresses, uploadFingerprint } from './upload-addresses.ts';
import { uploadsPath } from './uploads-path.ts';

// Loaded when the first file is chosen, never before: the protocol's library comes with it.

const chunkSize = 2 * 1024 * 1024;
/** Milliseconds before each attempt that follows one without progress. */
const retryDelays = [0, 1000, 3000, 5000, 10_000, 20_000];
/** A connection on which nothing moves for this long is dead, whatever the browser believes. */
const longestSilence = 60_000;

export interface UploadEvents {
  onProgress: (percent: number) => void;
  /** The browser is offline; the upload goes on by itself when it is not. */
  onOffline: () => void;
  onKept: (file: KeptFile) => void;
  onRefused: (file: RefusedFile) => void;
  /** It can be tried again, and it can go with the form. */
  onFailed: () => void;
  /** This server takes no uploads before the form. */
  onUnavailable: () => void;
}

/**
 * Sends a file up in pieces, and goes on where it was after every break.
 * @returns cancels it, and deletes what has arrived
 */
export function beginUpload(
  file: File,
  { token, rules }: { token: string; rules: FileLimits['types'] },
  events: UploadEvents,
): () => void {
  let hasEnded = false;
  let silence: ReturnType<typeof setTimeout> | undefined;

  const upload = new Upload(file, {
    endpoint: uploadsPath,
    chunkSize,
    retryDelays,
    metadata: { draft: token, filename: file.name, rules },
    fingerprint: (chosen) => uploadFingerprint(chosen, token),
    urlStorage: uploadAddresses(() => localStorage),
    removeFingerprintOnSuccess: true,
    onShouldRetry: ({ originalResponse }) =>
      navigator.onLine && isPassing(originalResponse?.getStatus() ?? 0) && !hasNoRoom(originalResponse),
    onAfterResponse(request, response) {
      // The library would take a proxy's error for an upload that is gone, and begin from nothing.
      if (request.getMethod() === 'HEAD' && response.getStatus() >= 500) throw new Error('No answer from the site');
    },
    onProgress(sent, total) {
      listen();
      events.onProgress(Math.floor((100 * sent) / total));
    },
    onSuccess({ lastResponse }) {
      end();
      // Without words it is the answer to a question: everything had arrived before.
      const id = upload.url?.replace(/.*\//, '') ?? '';
      events.onKept(keptIn(lastResponse) ?? { id, name: cleanFileName(file.name), size: file.size });
    },
    onError(error) {
      const answer = 'originalResponse' in error ? error.originalResponse : null;
      if (!navigator.onLine && !answer) {
        clearTimeout(silence);
        events.onOffline();
        return;
      }
      end();
      const refusal = refusalIn(answer);
      if (refusal) events.onRefused(refusal);
      else if (isForeign(error, upload)) events.onUnavailable();
      else events.onFailed();
    },
  });

  function start(): void {
    addEventListener('online', again);
    listen();
    upload.start();
  }

  /** Waits for the next sign of life. */
  function listen(): void {
    clearTimeout(silence);
    silence = setTimeout(again, longestSilence);
  }

  /** Asks how far it got and goes on from there. */
  function again(): void {
    void upload.abort().then(() => {
      if (!hasEnded) start();
    });
  }

  function end(): void {
    hasEnded = true;
    clearTimeout(silence);
    removeEventListener('online', again);
  }

  void upload.findPreviousUploads().then(([earlier]) => {
    if (hasEnded) return;
    if (earlier) upload.resumeFromPreviousUpload(earlier);
    start();
  });

  return () => {
    end();
    // What cannot be deleted now has its day, like every unfinished upload.
    upload.abort(true).catch(() => undefined);
  };
}

/** No answer, another request at work on the same upload, too many requests, a fault on the way or at the site. */
function isPassing(status: number): boolean {
  return status === 0 || status === 408 || status === 409 || status === 423 || status === 429 || status >= 500;
}

/** The site has no room for uploads before their form, and will have none for a while: the file goes with the form. */
function hasNoRoom(answer: HttpResponse | null): boolean {
  return answer?.getStatus() === 503 && Boolean(answer.getHeader('Tus-Resumable') && answer.getHeader('Retry-After'));
}

/** An address that nobody serves: the site runs without this part. */
function isForeign(error: Error | DetailedError, { url }: Upload): boolean {
  if (url !== null || !('originalResponse' in error) || !error.originalResponse) return false;
  const status = error.originalResponse.getStatus();
  return (status === 404 || status === 405) && !error.originalResponse.getHeader('Tus-Resumable');
}

const refusals: readonly unknown[] = [
  'file_too_large',
  'too_many_files',
  'file_empty',
  'file_wrong_type',
  'file_broken_off',
] satisfies FileErrorCode[];

function refusalIn(response: HttpResponse | null): RefusedFile | undefined {
  const { error, name } = wordsIn(response);
  return refusals.includes(error) && typeof name === 'string' ? { error: error as FileErrorCode, name } : undefined;
}

function keptIn(response: HttpResponse): KeptFile | undefined {
  const { id, name, size } = wordsIn(response);
  const isWhole = typeof id === 'string' && typeof name === 'string' && typeof size === 'number';
  return isWhole ? { id, name, size } : undefined;
}

/** The properties of an answer in JSON; none for any other answer. */
function wordsIn(response: HttpResponse | null): Record<string, unknown> {
  try {
    return { ...(JSON.parse(response?.getBody() ?? '') as object) };
  } catch {
    return {};
  }
}
