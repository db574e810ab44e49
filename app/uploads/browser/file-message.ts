import type { TFunction } from 'i18next';
import { isolate } from '#app/i18n/format/bidi.ts';
import type { RefusedFile } from '../file-status.ts';
import type { FileLimits } from '../limits.ts';

/** The translated message of a refused file, with its name. */
export function fileMessage(t: TFunction<'forms'>, { name, error }: RefusedFile, limits: FileLimits): string {
  const values = { name: isolate(name), max: limits.maxFiles, megabytes: limits.maxMegabytes };
  if (error === 'file_wrong_type' && limits.types === 'letter') return t('form.file_wrong_type_letter', values);
  return error === 'too_many_files' ? t('form.too_many_files_named', values) : t(`form.${error}`, values);
}

/** The translated message for a selection with too many files. */
export function tooManyMessage(t: TFunction<'forms'>, limits: FileLimits): string {
  const values = { max: limits.maxFiles };
  return limits.types === 'letter' ? t('form.too_many_files_letter', values) : t('form.too_many_files', values);
}

/**
 * The messages that the contact form shows once for all files (spec, section 5). Other forms and other errors get one
 * message per file.
 */
export function wholeFieldMessages(t: TFunction<'forms'>, files: readonly RefusedFile[], limits: FileLimits): string[] {
  if (limits.types !== 'letter') return [];
  const has = (code: RefusedFile['error']) => files.some(({ error }) => error === code);
  return [
    ...(has('too_many_files') ? [tooManyMessage(t, limits)] : []),
    ...(has('file_too_large') ? [t('form.file_too_large_letter', { megabytes: limits.maxMegabytes })] : []),
  ];
}

/** The messages for the error summary: {@link wholeFieldMessages}, then one message for each remaining file. */
export function summaryMessages(t: TFunction<'forms'>, files: readonly RefusedFile[], limits: FileLimits): string[] {
  const isCovered = (file: RefusedFile) => wholeFieldMessages(t, [file], limits).length > 0;
  return [
    ...wholeFieldMessages(t, files, limits),
    ...files.filter((file) => !isCovered(file)).map((file) => fileMessage(t, file, limits)),
  ];
}
