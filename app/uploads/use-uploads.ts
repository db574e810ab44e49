import { useCallback, useEffect, useRef, useState } from 'react';
import type { KeptFile, RefusedFile } from './file-status.ts';
import type { FileLimits } from './limits.ts';

/** Where a chosen file is on its way. `with-form`: it goes with the form, as files without a script do. */
export type UploadPhase = 'waiting' | 'going' | 'offline' | 'failed' | 'kept' | 'with-form';

export interface UploadStatus {
  phase: UploadPhase;
  percent: number;
}

interface Entry extends UploadStatus {
  cancel?: () => void;
}

/** Two at a time: a third would only take their share of a weak line. */
const mostAtOnce = 2;

/** Until a server has said that it takes none: the same for every form of the page. */
let isAvailable = true;

/**
 * Sends the chosen files up, each as soon as there is room. A file that is no longer chosen is cancelled.
 *
 * @param isSupported false leaves every file to the form
 * @param tokenForUpload the draft to go up into, made now if need be
 */
export function useUploads(
  chosen: readonly File[],
  {
    isSupported,
    rules,
    tokenForUpload,
    onKept,
    onRefused,
  }: {
    isSupported: boolean;
    rules: FileLimits['types'];
    tokenForUpload: () => string;
    onKept: (file: File, kept: KeptFile, token: string) => void;
    onRefused: (file: File, refused: RefusedFile) => void;
  },
) {
  const entries = useRef(new Map<File, Entry>());
  const [, setVersion] = useState(0);
  const latest = useRef({ rules, tokenForUpload, onKept, onRefused });
  latest.current = { rules, tokenForUpload, onKept, onRefused };

  const startNext = useCallback((): void => {
    const change = (file: File, entry: Entry | undefined) => {
      // One that was cancelled meanwhile has nothing to say.
      if (!entries.current.has(file)) return;
      if (entry) entries.current.set(file, entry);
      else entries.current.delete(file);
      startNext();
      setVersion((version) => version + 1);
    };
    const percentOf = (file: File) => entries.current.get(file)?.percent ?? 0;

    const start = async (file: File) => {
      // Effects run in browsers only; this tells the server's build, which then leaves the library out.
      if (import.meta.env.SSR) return;
      const given = latest.current;
      const token = given.tokenForUpload();
      const { beginUpload } = await import('./resumable-upload.ts');
      if (!entries.current.has(file)) return;
      const cancel = beginUpload(
        file,
        { token, rules: given.rules },
        {
          onProgress: (percent) => {
            const { phase, percent: before } = entries.current.get(file) ?? {};
            if (phase !== 'going' || percent !== before) change(file, { phase: 'going', percent, cancel });
          },
          onOffline: () => change(file, { phase: 'offline', percent: percentOf(file), cancel }),
          onKept: (kept) => {
            if (!entries.current.has(file)) return;
            // First: whoever is told takes the file out of the chosen ones, which would cancel what is still going.
            change(file, { phase: 'kept', percent: 100 });
            latest.current.onKept(file, kept, token);
          },
          onRefused: (refused) => {
            if (!entries.current.has(file)) return;
            change(file, undefined);
            latest.current.onRefused(file, refused);
          },
          onFailed: () => change(file, { phase: 'failed', percent: percentOf(file), cancel }),
          onUnavailable: () => {
            isAvailable = false;
            change(file, { phase: 'with-form', percent: 0 });
          },
        },
      );
      change(file, { phase: 'going', percent: percentOf(file), cancel });
    };

    for (const [file, { phase }] of entries.current) {
      const going = Array.from(entries.current.values()).filter((entry) => entry.phase === 'going').length;
      if (phase !== 'waiting' || going >= mostAtOnce) continue;
      if (!isAvailable) {
        entries.current.set(file, { phase: 'with-form', percent: 0 });
        continue;
      }
      entries.current.set(file, { phase: 'going', percent: 0 });
      // The part of the script that sends could not be fetched.
      start(file).catch(() => change(file, { phase: navigator.onLine ? 'failed' : 'offline', percent: 0 }));
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

  // What has begun goes on by itself.
  useEffect(() => {
    const beginOffline = () => {
      for (const [file, { phase, cancel }] of entries.current) {
        if (phase === 'offline' && !cancel) entries.current.set(file, { phase: 'waiting', percent: 0 });
      }
      startNext();
    };
    addEventListener('online', beginOffline);
    return () => removeEventListener('online', beginOffline);
  }, [startNext]);

  // A field that is gone has nothing to send for.
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
