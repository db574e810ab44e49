import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import { cleanFileName } from './file-name.ts';
import type { FilesOnServer, RefusedFile } from './file-status.ts';
import type { FileLimits } from './limits.ts';

export interface FileSelection {
  /** Files that the form will send. */
  chosen: File[];
  /** Files of the last selection that are not among them. */
  refused: RefusedFile[];
  /** The last selection went over the number of files, and none of it was added. */
  isOverCount: boolean;
  /** Adds what an input has just been given (spec, section 5). */
  add: (input: HTMLInputElement) => void;
  /** Puts files back that were among the chosen before. */
  putBack: (files: readonly File[]) => void;
  remove: (files: readonly File[]) => void;
}

/**
 * What the visitor has chosen in this browser. A file input forgets its files at every new selection; here
 * they add up. The main input always holds all of them, so that the form sends itself the usual way.
 *
 * @param onServer the server's last answer about files: what it names is no longer to be sent
 * @param kept how many files wait on the server, which count; and those of them that this browser has sent up,
 *   which need not be added again
 */
export function useFileSelection(
  mainInput: RefObject<HTMLInputElement>,
  cameraInput: RefObject<HTMLInputElement>,
  onServer: FilesOnServer,
  kept: { count: number; sent: readonly File[] },
  limits: FileLimits,
): FileSelection {
  const chosen = useRef<File[]>([]);
  const [, setVersion] = useState(0);
  const [verdict, setVerdict] = useState<{ refused: RefusedFile[]; isOverCount: boolean }>(noVerdict);

  const hold = useCallback(
    (files: File[]) => {
      chosen.current = files;
      if (mainInput.current) setFiles(mainInput.current, files);
      setVersion((version) => version + 1);
    },
    [mainInput],
  );

  const add = useCallback(
    (input: HTMLInputElement) => {
      const earlier = canHoldFiles ? chosen.current : [];
      const known = canHoldFiles ? [...earlier, ...kept.sent] : [];
      const added = Array.from(input.files ?? []).filter((file) => !known.some((other) => isSame(file, other)));
      if (input !== mainInput.current && canHoldFiles) input.value = '';
      // Nothing new, as after a cancelled choice or an event that comes twice: what was said of the last one stands.
      if (added.length === 0) return hold(earlier);
      if (kept.count + earlier.length + added.length > limits.maxFiles) {
        setVerdict({ refused: [], isOverCount: true });
        return hold(earlier);
      }
      const good = added.filter((file) => file.size > 0 && file.size <= limits.maxBytes);
      const refused = added
        .filter((file) => !good.includes(file))
        .map((file): RefusedFile => ({ name: file.name, error: file.size === 0 ? 'file_empty' : 'file_too_large' }));
      setVerdict({ refused, isOverCount: false });
      hold([...earlier, ...good]);
    },
    [hold, kept, limits, mainInput],
  );

  // Chosen before this script ran.
  const adopt = useRef(add);
  useEffect(() => {
    for (const input of [mainInput.current, cameraInput.current]) {
      if (input?.files?.length) adopt.current(input);
    }
  }, [mainInput, cameraInput]);

  // An answer of the server lists what has arrived: it need not be sent again.
  const seen = useRef(onServer);
  useEffect(() => {
    if (seen.current === onServer) return;
    seen.current = onServer;
    if (onServer.isContinued) return;
    setVerdict(noVerdict);
    // What was chosen while the form was on its way, or did not arrive, stays chosen.
    const told = [...onServer.files, ...onServer.errors].map(({ name }) => name);
    hold(chosen.current.filter((file) => !told.includes(cleanFileName(file.name))));
  }, [onServer, hold]);

  return {
    chosen: chosen.current,
    ...verdict,
    add,
    putBack: useCallback((files) => hold([...chosen.current, ...files]), [hold]),
    remove: useCallback((files) => hold(chosen.current.filter((file) => !files.includes(file))), [hold]),
  };
}

const noVerdict = { refused: [] as RefusedFile[], isOverCount: false };

function isSame(a: File, b: File): boolean {
  return a.name === b.name && a.size === b.size && a.lastModified === b.lastModified;
}

/** Safari before 14.1 cannot put files into an input: there each input keeps its own newest selection. */
export const canHoldFiles = (() => {
  try {
    return Boolean(new DataTransfer());
  } catch {
    return false;
  }
})();

function setFiles(input: HTMLInputElement, files: File[]): void {
  if (files.length === 0) {
    input.value = '';
    return;
  }
  if (!canHoldFiles) return;
  const transfer = new DataTransfer();
  for (const file of files) transfer.items.add(file);
  input.files = transfer.files;
}
