import { useCallback, useSyncExternalStore } from 'react';
import type { RejectedFile } from '../file-status.ts';

/** The upload state of a form's file field, which the form checks before it is submitted. */
export interface FormUploads {
  /** Token of the draft that files are uploaded into; undefined until the first upload starts. */
  token: string | undefined;
  /** Number of files stored in the draft. */
  storedCount: number;
  /** Number of uploads in progress. */
  uploadingCount: number;
  /** Progress of the uploads in progress, 0 to 100. */
  percent: number;
  /** Whether a file from a disc is among the uploads in progress. */
  hasDisc: boolean;
  /** Number of files that are sent with the form. */
  inFormCount: number;
  /** Takes the files out of the form that can no longer be read, and adds them to the rejected ones. */
  rejectUnreadable: () => Promise<void>;
  /**
   * Files that will not be sent: rejected after they were chosen and still shown beside the field, or discs that failed.
   */
  rejected: readonly RejectedFile[];
  /** Whether the form will be submitted as soon as no upload is in progress. */
  isSubmitPending: boolean;
}

const noUploads: FormUploads = {
  token: undefined,
  storedCount: 0,
  uploadingCount: 0,
  percent: 0,
  hasDisc: false,
  inFormCount: 0,
  rejectUnreadable: () => Promise.resolve(),
  rejected: [],
  isSubmitPending: false,
};

/** Upload states by form id. They change only in the browser, because the file field reports its state from effects. */
const uploadsByForm = new Map<string, FormUploads>();
const listeners = new Set<() => void>();

function update(formId: string, values: Partial<FormUploads>): void {
  const previous = uploadsByForm.get(formId) ?? noUploads;
  const isUnchanged = (Object.keys(values) as (keyof FormUploads)[]).every((name) => previous[name] === values[name]);
  if (isUnchanged) return;
  uploadsByForm.set(formId, { ...previous, ...values });
  for (const listener of listeners) listener();
}

/** Stores the upload state of a form. The file field calls it whenever its state changes. */
export function setUploads(formId: string, uploads: Omit<FormUploads, 'isSubmitPending'>): void {
  update(formId, uploads);
}

/** Resets the upload state of a form whose file field has been unmounted, which cancels its uploads. */
export function resetUploads(formId: string): void {
  update(formId, noUploads);
}

/** Sets whether the form is waiting for its uploads. */
export function setSubmitPending(formId: string, isSubmitPending: boolean): void {
  update(formId, { isSubmitPending });
}

/** Subscribes to the upload state of a form; a form without a file field has no uploads. */
export function useFormUploads(formId: string): FormUploads {
  const read = useCallback(() => uploadsByForm.get(formId) ?? noUploads, [formId]);
  return useSyncExternalStore(subscribe, read, () => noUploads);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
