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
