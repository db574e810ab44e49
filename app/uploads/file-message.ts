import type { TFunction } from 'i18next';
import { isolate } from '#app/i18n/bidi.ts';
import type { RefusedFile } from './file-status.ts';
import type { FileLimits } from './limits.ts';

/** Why a file was not added, in words, with its name. */
export function fileMessage(t: TFunction<'forms'>, { name, error }: RefusedFile, limits: FileLimits): string {
  const values = { name: isolate(name), max: limits.maxFiles, megabytes: limits.maxMegabytes };
  if (error === 'file_wrong_type' && limits.types === 'letter') return t('form.file_wrong_type_letter', values);
  return error === 'too_many_files' ? t('form.too_many_files_named', values) : t(`form.${error}`, values);
}

/** That a selection went over the number of files, in the form's own words. */
export function tooManyMessage(t: TFunction<'forms'>, limits: FileLimits): string {
  const values = { max: limits.maxFiles };
  return limits.types === 'letter' ? t('form.too_many_files_letter', values) : t('form.too_many_files', values);
}

/**
 * What the contact form says of its files as a whole, once however many they are (spec, section 5). Other forms, and
 * other faults, are told file by file.
 */
export function wholeFieldMessages(t: TFunction<'forms'>, files: readonly RefusedFile[], limits: FileLimits): string[] {
  if (limits.types !== 'letter') return [];
  const has = (code: RefusedFile['error']) => files.some(({ error }) => error === code);
  return [
    ...(has('too_many_files') ? [tooManyMessage(t, limits)] : []),
    ...(has('file_too_large') ? [t('form.file_too_large_letter', { megabytes: limits.maxMegabytes })] : []),
  ];
}

/** The refused files for the top of the page: each by its name, but for what {@link wholeFieldMessages} says. */
export function summaryMessages(t: TFunction<'forms'>, files: readonly RefusedFile[], limits: FileLimits): string[] {
  const isToldAtOnce = (file: RefusedFile) => wholeFieldMessages(t, [file], limits).length > 0;
  return [
    ...wholeFieldMessages(t, files, limits),
    ...files.filter((file) => !isToldAtOnce(file)).map((file) => fileMessage(t, file, limits)),
  ];
}
