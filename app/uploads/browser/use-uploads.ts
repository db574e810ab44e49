import { useCallback, useEffect, useRef, useState } from 'react';
import { isDisc } from '../disc.ts';
import type { RejectedFile, ServerFile } from '../file-status.ts';
import type { FileLimits } from '../limits.ts';
import type { RoundedTime } from './time-left.ts';
import { canUpload, reportMissingEndpoint } from './upload-support.ts';

/** The state of a chosen file. `with-form`: the file is submitted with the form, as without JavaScript. */
type UploadPhase = 'waiting' | 'uploading' | 'offline' | 'failed' | 'stored' | 'with-form';

export interface UploadStatus {
  phase: UploadPhase;
  percent: number;
  /** Undefined while it is unknown. */
  timeLeft?: RoundedTime | undefined;
}

interface Entry extends UploadStatus {
  cancel?: () => void;
}

/** Maximum number of concurrent uploads. More would only slow each other down on a weak connection. */
const maxConcurrent = 2;

/**
 * Uploads the chosen files, a few at a time. The upload of a file that is no longer chosen is cancelled.
 *
 * @param isSupported if false, every file is submitted with the form
 * @param tokenForUpload returns the draft token to upload into, creating one if needed
 */
export function useUploads(
  chosen: readonly File[],
  {
    isSupported,
    limits,
    tokenForUpload,
    onStored,
    onRejected,
  }: {
    isSupported: boolean;
    limits: FileLimits;
    tokenForUpload: () => string;
    onStored: (file: File, stored: ServerFile, token: string) => void;
    onRejected: (file: File, rejected: RejectedFile) => void;
  },
) {
  const entries = useRef(new Map<File, Entry>());
  const [, setVersion] = useState(0);
  const latestOptions = useRef({ limits, tokenForUpload, onStored, onRejected });
  latestOptions.current = { limits, tokenForUpload, onStored, onRejected };

  const startNext = useCallback((): void => {
    const updateEntry = (file: File, entry: Entry | undefined) => {
      // Ignore the events of a cancelled upload.
      if (!entries.current.has(file)) return;
      if (entry) entries.current.set(file, entry);
      else entries.current.delete(file);
      startNext();
      setVersion((version) => version + 1);
    };
    const withoutEndpoint = (file: File): Entry => ({
      phase: isDisc(file, latestOptions.current.limits) ? 'failed' : 'with-form',
      percent: 0,
    });
    const percentOf = (file: File) => entries.current.get(file)?.percent ?? 0;

    const start = async (file: File) => {
      // Never true, since effects do not run on the server; it lets the server build omit the library.
      if (import.meta.env.SSR) return;
      const options = latestOptions.current;
      const token = options.tokenForUpload();
      const { startUpload, withAcceptedType } = await import('./resumable-upload.ts');
      const accepted = await withAcceptedType(file, options.limits.types);
      if (!entries.current.has(file)) return;
      const cancel = startUpload(
        accepted,
        { token, limits: options.limits },
        {
          onProgress: (percent, timeLeft) => {
            const previous = entries.current.get(file);
            const isNew = previous?.percent !== percent || previous.timeLeft !== timeLeft;
            if (isNew || previous.phase !== 'uploading')
              updateEntry(file, { phase: 'uploading', percent, timeLeft, cancel });
          },
          onOffline: () => updateEntry(file, { phase: 'offline', percent: percentOf(file), cancel }),
          onStored: (stored) => {
            if (!entries.current.has(file)) return;
            // Change the phase first: the callback deselects the file, which would cancel an upload in progress.
            updateEntry(file, { phase: 'stored', percent: 100 });
            latestOptions.current.onStored(file, stored, token);
          },
          onRejected: (rejected) => {
            if (!entries.current.has(file)) return;
            updateEntry(file, undefined);
            latestOptions.current.onRejected(file, rejected);
          },
          onFailed: () => updateEntry(file, { phase: 'failed', percent: percentOf(file), cancel }),
          onUnavailable: () => {
            reportMissingEndpoint();
            updateEntry(file, withoutEndpoint(file));
          },
        },
      );
      updateEntry(file, { phase: 'uploading', percent: percentOf(file), cancel });
    };

    for (const [file, { phase }] of entries.current) {
      const uploading = Array.from(entries.current.values()).filter((entry) => entry.phase === 'uploading').length;
      if (phase !== 'waiting' || uploading >= maxConcurrent) continue;
      if (!canUpload()) {
        entries.current.set(file, withoutEndpoint(file));
        continue;
      }
      entries.current.set(file, { phase: 'uploading', percent: 0 });
      // Fails if the upload module could not be loaded.
      start(file).catch(() => updateEntry(file, { phase: navigator.onLine ? 'failed' : 'offline', percent: 0 }));
    }
  }, []);

  useEffect(() => {
    for (const [file, { cancel }] of entries.current) {
      if (chosen.includes(file)) continue;
      entries.current.delete(file);
      cancel?.();
    }
    for (const file of chosen) {
      if (entries.current.has(file)) continue;
      entries.current.set(file, { phase: isSupported ? 'waiting' : 'with-form', percent: 0 });
    }
    startNext();
    setVersion((version) => version + 1);
  }, [chosen, isSupported, startNext]);

  // Started uploads resume on their own; start the others.
  useEffect(() => {
    const startOfflineUploads = () => {
      for (const [file, { phase, cancel }] of entries.current) {
        if (phase === 'offline' && !cancel) entries.current.set(file, { phase: 'waiting', percent: 0 });
      }
      startNext();
    };
    addEventListener('online', startOfflineUploads);
    return () => removeEventListener('online', startOfflineUploads);
  }, [startNext]);

  // Cancel all uploads on unmount.
  useEffect(() => {
    const all = entries.current;
    return () => {
      for (const { cancel } of all.values()) cancel?.();
      all.clear();
    };
  }, []);

  return {
    statusOf: (file: File): UploadStatus => entries.current.get(file) ?? { phase: 'waiting', percent: 0 },
    retry: (file: File): void => {
      entries.current.set(file, { phase: 'waiting', percent: 0 });
      startNext();
      setVersion((version) => version + 1);
    },
  };
}
