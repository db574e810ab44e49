import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { cleanFileName } from '../file-name.ts';
import type { FilesOnServer, RefusedFile } from '../file-status.ts';
import type { FileLimits } from '../limits.ts';

/** The files chosen in this browser, and the verdict on the last selection. */
export interface FileSelection {
  /** Files that will be submitted with the form. */
  chosen: File[];
  /** Files of the last selection that were not added. */
  refused: RefusedFile[];
  /** Whether the last selection exceeded the number of files, so that none of it was added. */
  hasTooManyFiles: boolean;
  /** Adds the new selection of an input (spec, section 5). */
  add: (input: HTMLInputElement) => void;
  /** Adds files again that were chosen before. */
  restore: (files: readonly File[]) => void;
  remove: (files: readonly File[]) => void;
}

/**
 * The visitor's choice of files. A file input replaces its files with every selection; here they accumulate. The main
 * input always holds all of them, so that the form can be submitted natively.
 *
 * @param onServer the server's last response about files: files that it lists are removed from the selection
 * @param stored the number of files on the server, which count towards the limit; and those that this browser has
 *   uploaded, which are not added again
 */
export function useFileSelection(
  mainInput: RefObject<HTMLInputElement>,
  cameraInput: RefObject<HTMLInputElement>,
  onServer: FilesOnServer,
  stored: { count: number; uploaded: readonly File[] },
  limits: FileLimits,
): FileSelection {
  const chosen = useRef<File[]>([]);
  const [, setVersion] = useState(0);
  const [verdict, setVerdict] = useState<{ refused: RefusedFile[]; hasTooManyFiles: boolean }>(noVerdict);

  const setChosen = useCallback(
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
      const known = canHoldFiles ? [...earlier, ...stored.uploaded] : [];
      const added = Array.from(input.files ?? []).filter((file) => !known.some((other) => isSame(file, other)));
      if (input !== mainInput.current && canHoldFiles) input.value = '';
      // Nothing new, as after a cancelled dialog or a repeated event: keep the previous verdict.
      if (added.length === 0) return setChosen(earlier);
      if (stored.count + earlier.length + added.length > limits.maxFiles) {
        setVerdict({ refused: [], hasTooManyFiles: true });
        return setChosen(earlier);
      }
      const accepted = added.filter((file) => file.size > 0 && file.size <= limits.maxBytes);
      const refused = added
        .filter((file) => !accepted.includes(file))
        .map((file): RefusedFile => ({ name: file.name, error: file.size === 0 ? 'file_empty' : 'file_too_large' }));
      setVerdict({ refused, hasTooManyFiles: false });
      setChosen([...earlier, ...accepted]);
    },
    [setChosen, stored, limits, mainInput],
  );

  // Adopt files chosen before hydration.
  const initialAdd = useRef(add);
  useEffect(() => {
    for (const input of [mainInput.current, cameraInput.current]) {
      if (input?.files?.length) initialAdd.current(input);
    }
  }, [mainInput, cameraInput]);

  // Files that the server's response lists have arrived and need not be sent again.
  const lastResponse = useRef(onServer);
  useEffect(() => {
    if (lastResponse.current === onServer) return;
    lastResponse.current = onServer;
    if (onServer.isContinued) return;
    setVerdict(noVerdict);
    // Files chosen while the form was being submitted, or that did not arrive, remain chosen.
    const listedNames = [...onServer.files, ...onServer.errors].map(({ name }) => name);
    setChosen(chosen.current.filter((file) => !listedNames.includes(cleanFileName(file.name))));
  }, [onServer, setChosen]);

  return {
    chosen: chosen.current,
    ...verdict,
    add,
    restore: useCallback((files) => setChosen([...chosen.current, ...files]), [setChosen]),
    remove: useCallback((files) => setChosen(chosen.current.filter((file) => !files.includes(file))), [setChosen]),
  };
}

const noVerdict = { refused: [] as RefusedFile[], hasTooManyFiles: false };

function isSame(a: File, b: File): boolean {
  return a.name === b.name && a.size === b.size && a.lastModified === b.lastModified;
}

/** Safari before 14.1 cannot assign files to an input; there, each input keeps its own last selection. */
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
