import type { TFunction } from 'i18next';
import { isolate } from '#app/i18n/format/bidi.ts';
import { isDisc } from '../disc.ts';
import type { RejectedFile } from '../file-status.ts';
import type { FileLimits } from '../limits.ts';

/** Returns the translated error message of a rejected file, including its name. */
export function fileMessage(t: TFunction<'forms'>, file: RejectedFile, limits: FileLimits): string {
  const { name, error } = file;
  const { maxMegabytes: megabytes } = isDisc(file, limits) && limits.disc ? limits.disc : limits;
  const values = { name: isolate(name), max: limits.maxFiles, megabytes };
  if (limits.types === 'letter' && (error === 'file_wrong_type' || error === 'archive_wrong_type'))
    return t(`form.${error}_letter`, values);
  return error === 'too_many_files' ? t('form.too_many_files_named', values) : t(`form.${error}`, values);
}

/** Returns the translated error message for a selection with too many files. */
export function tooManyFilesMessage(t: TFunction<'forms'>, limits: FileLimits): string {
  const values = { max: limits.maxFiles };
  return limits.types === 'letter' ? t('form.too_many_files_letter', values) : t('form.too_many_files', values);
}

/**
 * Returns the error messages that apply to the whole field, which only the contact form has (spec, section 5). Other
 * forms and other errors have one message per file.
 */
export function fieldMessages(t: TFunction<'forms'>, files: readonly RejectedFile[], limits: FileLimits): string[] {
  if (limits.types !== 'letter') return [];
  const has = (code: RejectedFile['error']) => files.some(({ error }) => error === code);
  return [
    ...(has('too_many_files') ? [tooManyFilesMessage(t, limits)] : []),
    ...(has('file_too_large') ? [t('form.file_too_large_letter', { megabytes: limits.maxMegabytes })] : []),
  ];
}

/** Returns the messages for the error summary: {@link fieldMessages}, then one message for each remaining file. */
export function summaryMessages(t: TFunction<'forms'>, files: readonly RejectedFile[], limits: FileLimits): string[] {
  const hasFieldMessage = (file: RejectedFile) => fieldMessages(t, [file], limits).length > 0;
  return [
    ...fieldMessages(t, files, limits),
    ...files.filter((file) => !hasFieldMessage(file)).map((file) => fileMessage(t, file, limits)),
  ];
}
