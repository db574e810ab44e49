import { useCallback, useSyncExternalStore } from 'react';
import type { RefusedFile } from './file-status.ts';

/** What a form has to know of its file field before it may be sent. */
export interface FormUploads {
  /** The draft that files go up into; not before the first one begins. */
  token: string | undefined;
  /** Files that wait in it. */
  keptCount: number;
  /** Files on their way up. */
  underWay: number;
  /** Of those, 0 to 100. */
  percent: number;
  /** What the server would not take, and is still shown beside the field. */
  refused: readonly RefusedFile[];
  /** The form is to be sent as soon as nothing is under way. */
  isAwaited: boolean;
}

const nothing: FormUploads = {
  token: undefined,
  keptCount: 0,
  underWay: 0,
  percent: 0,
  refused: [],
  isAwaited: false,
};

/** By the form's id. Written in the browser only: the field reports from effects. */
const forms = new Map<string, FormUploads>();
const listeners = new Set<() => void>();

function change(formId: string, changes: Partial<FormUploads>): void {
  const before = forms.get(formId) ?? nothing;
  const isSame = (Object.keys(changes) as (keyof FormUploads)[]).every((name) => before[name] === changes[name]);
  if (isSame) return;
  forms.set(formId, { ...before, ...changes });
  for (const listener of listeners) listener();
}

/** Told by the file field whenever something of it changes. */
export function reportUploads(formId: string, uploads: Omit<FormUploads, 'isAwaited'>): void {
  change(formId, uploads);
}

/** The file field is gone, and with it whatever was under way. */
export function forgetUploads(formId: string): void {
  change(formId, nothing);
}

/** Says whether the form waits for its files. */
export function setAwaited(formId: string, isAwaited: boolean): void {
  change(formId, { isAwaited });
}

/** What goes on in the form's file field; nothing for a form without one. */
export function useFormUploads(formId: string): FormUploads {
  const read = useCallback(() => forms.get(formId) ?? nothing, [formId]);
  return useSyncExternalStore(subscribe, read, () => nothing);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
