import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { discBytesByName, isDisc, isDiscByNameOnly } from '../disc.ts';
import { cleanFileName } from '../file-name.ts';
import type { FilesOnServer, RejectedFile, ServerFile, UploadErrorCode } from '../file-status.ts';
import type { FileLimits } from '../limits.ts';
import { readingLimit } from './is-readable.ts';
import { canAssignFiles, canUpload } from './upload-support.ts';

/** The files chosen in this browser, and the errors of the last selection. */
export interface FileSelection {
  /** Files that will be submitted with the form. */
  chosen: File[];
  /** Files of the last selection that were not added. */
  rejected: RejectedFile[];
  /** Number of files that are not chosen yet, because their type is being found out. */
  readingCount: number;
  /** Whether the last selection exceeded the maximum number of files; none of its files was added then. */
  hasTooManyFiles: boolean;
  /** Adds the new selection of an input (spec, section 5). */
  add: (input: HTMLInputElement) => void;
  /** Adds previously chosen files again. */
  restore: (files: readonly File[]) => void;
  remove: (files: readonly File[]) => void;
}

/**
 * Manages the visitor's selection of files. A native file input replaces its files with every selection; here they
 * accumulate. The main input holds all of them except discs, so that the form can be submitted natively.
 *
 * @param filesOnServer the files in the server's last response, which are removed from the selection
 * @param stored `files`: files on the server, which count towards the limits. `uploaded`: files that this browser has
 *   uploaded, which are not added again
 */
export function useFileSelection(
  mainInput: RefObject<HTMLInputElement>,
  cameraInput: RefObject<HTMLInputElement>,
  filesOnServer: FilesOnServer,
  stored: { files: readonly ServerFile[]; uploaded: readonly File[] },
  limits: FileLimits,
): FileSelection {
  const chosen = useRef<File[]>([]);
  const [, setVersion] = useState(0);
  const [readingCount, setReadingCount] = useState(0);
  const [errors, setErrors] = useState<{ rejected: RejectedFile[]; hasTooManyFiles: boolean }>(noErrors);

  const setChosen = useCallback(
    (files: File[]) => {
      chosen.current = files;
      // Discs are too large for the form: they are uploaded, or added later.
      const inForm = files.filter((file) => !isDisc(file, limits));
      if (mainInput.current) assignFiles(mainInput.current, inForm);
      setVersion((version) => version + 1);
    },
    [mainInput, limits],
  );

  const addFiles = useCallback(
    (files: readonly File[]) => {
      const previous = canAssignFiles ? chosen.current : [];
      const alreadyAdded = canAssignFiles ? [...previous, ...stored.uploaded] : [];
      const added = files.filter((file) => !alreadyAdded.some((other) => isSameFile(file, other)));
      // Nothing new, as after a cancelled dialog or a repeated event: keep the previous errors.
      if (added.length === 0) return setChosen(previous);
      if (stored.files.length + previous.length + added.length > limits.maxFiles) {
        setErrors({ rejected: [], hasTooManyFiles: true });
        return setChosen(previous);
      }
      const accepted: File[] = [];
      const rejected: RejectedFile[] = [];
      for (const file of added) {
        const error = findError(file, [...stored.files, ...previous, ...accepted], limits);
        if (error) rejected.push({ name: file.name, type: file.type, error });
        else accepted.push(file);
      }
      setErrors({ rejected, hasTooManyFiles: false });
      setChosen([...previous, ...accepted]);
    },
    [setChosen, stored, limits],
  );
  const latestAddFiles = useRef(addFiles);
  latestAddFiles.current = addFiles;

  const add = useCallback(
    (input: HTMLInputElement) => {
      const files = Array.from(input.files ?? []);
      if (input !== mainInput.current && canAssignFiles) input.value = '';
      const isUnknown = (file: File) => isDiscByNameOnly(file, limits);
      if (!canAssignFiles || !files.some(isUnknown)) return addFiles(files);
      // Until their types are known, the input keeps what was chosen before, and the form waits.
      setChosen(chosen.current);
      setReadingCount((count) => count + files.length);
      void Promise.all(files.map((file) => (isUnknown(file) ? typeByContent(file) : Promise.resolve(file)))).then(
        (known) => {
          setReadingCount((count) => count - files.length);
          latestAddFiles.current(known);
        },
      );
    },
    [addFiles, setChosen, limits, mainInput],
  );

  // Add files that were chosen before hydration.
  const initialAdd = useRef(add);
  useEffect(() => {
    for (const input of [mainInput.current, cameraInput.current]) {
      if (input?.files?.length) initialAdd.current(input);
    }
  }, [mainInput, cameraInput]);

  // Remove the files that the server's response lists: they need not be sent again.
  const lastResponse = useRef(filesOnServer);
  useEffect(() => {
    if (lastResponse.current === filesOnServer) return;
    lastResponse.current = filesOnServer;
    if (filesOnServer.isFromResumedDraft) return;
    setErrors(noErrors);
    // Files that were chosen during the submission or did not arrive remain chosen.
    const listedNames = [...filesOnServer.files, ...filesOnServer.errors].map(({ name }) => name);
    setChosen(chosen.current.filter((file) => !listedNames.includes(cleanFileName(file.name))));
  }, [filesOnServer, setChosen]);

  return {
    chosen: chosen.current,
    readingCount,
    ...errors,
    add,
    restore: useCallback((files) => setChosen([...chosen.current, ...files]), [setChosen]),
    remove: useCallback((files) => setChosen(chosen.current.filter((file) => !files.includes(file))), [setChosen]),
  };
}

const noErrors = { rejected: [] as RejectedFile[], hasTooManyFiles: false };

/** Returns why a file is not added to the others; undefined if it is. */
function findError(
  file: File,
  others: readonly { name: string; type?: string; size: number }[],
  limits: FileLimits,
): UploadErrorCode | undefined {
  if (file.size === 0) return 'file_empty';
  if (!limits.disc || !isDisc(file, limits)) return file.size > limits.maxBytes ? 'file_too_large' : undefined;
  if (!canUpload()) return 'disc_in_form';
  if (file.size > limits.disc.maxBytes) return 'file_too_large';
  return discBytesByName([...others, file], limits) > limits.disc.maxTotalBytes ? 'discs_too_large' : undefined;
}

/** Returns a file with its type, or as it is if that cannot be found out in time. */
function typeByContent(file: File): Promise<File> {
  const reading = import('./known-type.ts').then(({ withTypeByContent }) => withTypeByContent(file)).catch(() => file);
  return Promise.race([reading, new Promise<File>((resolve) => setTimeout(resolve, readingLimit, file))]);
}

function isSameFile(a: File, b: File): boolean {
  return a.name === b.name && a.size === b.size && a.lastModified === b.lastModified;
}

function assignFiles(input: HTMLInputElement, files: File[]): void {
  if (files.length === 0) {
    input.value = '';
    return;
  }
  if (!canAssignFiles) return;
  const transfer = new DataTransfer();
  for (const file of files) transfer.items.add(file);
  input.files = transfer.files;
}
