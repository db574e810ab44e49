import { useFormAction } from '@remix-run/react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import {
  draftFieldName,
  fileFieldName,
  intentFieldName,
  keepFilesIntent,
  removedFieldName,
  removeIntent,
} from '#app/forms/field-names.ts';
import { buttonClass } from '#app/ui/controls/button.tsx';
import { describedBy, Field, FieldError } from '#app/ui/controls/field.tsx';
import { useHydrated } from '#app/ui/use-hydrated.ts';
import { isDisc } from '../disc.ts';
import type { FilesOnServer } from '../file-status.ts';
import { acceptedFromDisc, convertiblePictures, type FileLimits } from '../limits.ts';
import { fieldMessages, fileMessage, tooManyFilesMessage } from './file-message.ts';
import { FilePicker } from './file-picker.tsx';
import { ReadyFileRow, RemoveButton, UploadingFileRow } from './file-row.tsx';
import { canUpload } from './upload-support.ts';
import { useFormFiles } from './use-form-files.ts';

/**
 * The file field: the native input as a large drop zone, a camera input on touch devices, and a row for each file. The
 * rows show the files on the server, and the files chosen in this browser, which are uploaded immediately.
 */
export function FileField({
  id,
  label,
  hint,
  accept,
  limits,
  filesOnServer,
  isRequired = false,
}: {
  id: string;
  label: string;
  hint: string;
  accept: string;
  limits: FileLimits;
  filesOnServer: FilesOnServer;
  /** Whether at least one file is required. */
  isRequired?: boolean;
}) {
  const { t } = useTranslation('forms');
  const input = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const isHydrated = useHydrated();
  const action = useFormAction();
  const canUploadFiles = isHydrated && canUpload();
  const takesDiscs = limits.disc !== undefined && canUploadFiles;
  const acceptedTypes = [
    accept,
    ...(canUploadFiles && limits.types === 'letter' ? [convertiblePictures] : []),
    ...(takesDiscs ? [acceptedFromDisc] : []),
  ];
  const files = useFormFiles(input, camera, filesOnServer, limits);
  const { token, stored, chosen, rejected, errors, percent } = files;

  const isEmpty = chosen.length === 0 && stored.length === 0;
  const [firstRejected] = rejected;
  const messages = fieldMessages(t, errors, limits);
  const error = files.hasTooManyFiles
    ? tooManyFilesMessage(t, limits)
    : filesOnServer.isExpired
      ? t('form.draft_expired')
      : messages.length > 0
        ? messages.join(' · ')
        : firstRejected && isEmpty
          ? fileMessage(t, firstRejected, limits)
          : undefined;

  const convertedText = files.hasConverted ? t('files.converted') : '';
  const countText = isEmpty ? '' : t('files.count', { count: chosen.length + stored.length });
  // In steps of 25 %, because a screen reader should not announce every percent.
  const progressText = percent === undefined ? '' : t('files.progress', { percent: percent - (percent % 25) });
  const discHint = limits.disc && t('files.disc_hint', { megabytes: limits.disc.maxMegabytes });
  const hasUploads = stored.length > 0 || chosen.some((file) => files.statusOf(file).phase !== 'with-form');
  const focusInput = () => input.current?.focus();

  return (
    <div className="grid gap-4">
      {token && <input type="hidden" name={draftFieldName} value={token} />}
      {files.removedIds.map((removedId) => (
        <input key={removedId} type="hidden" name={removedFieldName} value={removedId} />
      ))}
      <Field id={id} label={label} note={isRequired ? undefined : t('field.optional')} hint={hint} error={error}>
        <FilePicker
          icon="file-text"
          label={isEmpty ? t('files.choose') : t('files.choose_more')}
          note={t('files.drop')}
          isListed={isHydrated}
          isLabelHidden
        >
          <input
            ref={input}
            type="file"
            id={id}
            name={fileFieldName}
            accept={acceptedTypes.join()}
            multiple
            aria-invalid={error ? true : undefined}
            aria-describedby={describedBy(id, { hint: true, error: Boolean(error) })}
            onChange={(event) => files.add(event.currentTarget)}
            className="file-input"
          />
        </FilePicker>
      </Field>
      {limits.disc &&
        (isHydrated ? (
          <p className="text-small text-ink-muted">{takesDiscs ? discHint : t('files.disc_later')}</p>
        ) : (
          <>
            <p className="no-script-only text-small text-ink-muted">{t('files.disc_later')}</p>
            {/* Reserves the space of the hint, so that hydration does not move what somebody is about to press. */}
            <p className="scripts-only invisible text-small">{discHint}</p>
          </>
        ))}

      <div className="file-picker-plain touch-only">
        <FilePicker icon="camera" label={t('files.camera')} isListed={isHydrated}>
          <input
            ref={camera}
            type="file"
            name={fileFieldName}
            accept="image/*"
            capture="environment"
            onChange={(event) => files.add(event.currentTarget)}
            className="file-input"
          />
        </FilePicker>
      </div>

      <div className="no-script-only">
        <button
          type="submit"
          name={intentFieldName}
          value={keepFilesIntent}
          formAction={`${action}#${id}`}
          formNoValidate
          className={buttonClass('secondary')}
        >
          {t('files.upload_first')}
        </button>
      </div>

      {(errors.length > 0 || !isEmpty) && (
        <section aria-labelledby={`${id}-list`} className="grid gap-2">
          <h3 id={`${id}-list`} className="text-body font-semibold">
            {t('files.list')}
          </h3>
          <ul className="grid gap-2">
            {stored.map((file) => (
              <ReadyFileRow key={file.id} file={file} state={t('files.stored')}>
                <RemoveButton
                  fileName={file.name}
                  type="submit"
                  name={intentFieldName}
                  value={removeIntent + file.id}
                  formNoValidate
                  onClick={(event) => {
                    event.preventDefault();
                    files.removeStored(file);
                    focusInput();
                  }}
                />
              </ReadyFileRow>
            ))}
            {chosen.map((file) => {
              const key = `${file.name} ${file.size} ${file.lastModified}`;
              const status = files.statusOf(file);
              const onRemove = () => {
                files.removeChosen(file);
                focusInput();
              };
              return status.phase === 'with-form' ? (
                <ReadyFileRow key={key} file={file} state={t('files.chosen')}>
                  <RemoveButton fileName={file.name} type="button" onClick={onRemove} />
                </ReadyFileRow>
              ) : (
                <UploadingFileRow
                  key={key}
                  file={file}
                  isDisc={isDisc(file, limits)}
                  status={status}
                  onRemove={onRemove}
                  onRetry={() => {
                    files.retry(file);
                    focusInput();
                  }}
                />
              );
            })}
            {errors.map((file, index) => (
              <li
                key={`${file.name} ${index}`}
                className="flex items-center justify-between gap-3 rounded border-2 border-signal bg-signal-soft py-2 pe-2 ps-4"
              >
                <FieldError>{fileMessage(t, file, limits)}</FieldError>
                {isHydrated && (
                  <RemoveButton
                    fileName={file.name}
                    type="button"
                    onClick={() => {
                      files.dismiss(file);
                      focusInput();
                    }}
                  />
                )}
              </li>
            ))}
          </ul>
          {files.hasConverted && <p className="text-small text-ink-muted">{convertedText}</p>}
          {hasUploads && <p className="text-small text-ink-muted">{t('files.kept_hint')}</p>}
        </section>
      )}
      <p role="status" className="visually-hidden">
        {isHydrated &&
          [error, ...rejected.map((file) => fileMessage(t, file, limits)), countText, convertedText, progressText]
            .filter(Boolean)
            .join(' ')}
      </p>
    </div>
  );
}
