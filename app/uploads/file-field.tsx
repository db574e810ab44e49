import { useFetcher } from '@remix-run/react';
import { useRef, useState, type ComponentProps, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isolate } from '#app/i18n/bidi.ts';
import { formatFileSize } from '#app/i18n/file-size.ts';
import { useLanguage } from '#app/i18n/use-language.ts';
import { describedBy, Field, FieldError } from '#app/ui/field.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { useHydrated } from '#app/ui/use-hydrated.ts';
import { draftFieldName, fileFieldName, intentFieldName, removedFieldName, removeIntent } from './field-names.ts';
import { fileMessage } from './file-message.ts';
import type { FilesOnServer, KeptFile, RefusedFile } from './file-status.ts';
import type { FileLimits } from './limits.ts';
import { useFileSelection } from './use-file-selection.ts';

/**
 * Choosing files: the browser's own input as a large drop zone, a camera on touch devices, and a row for
 * each file. Files on the server and files chosen in this browser are listed together.
 */
export function FileField({
  id,
  label,
  hint,
  accept,
  limits,
  onServer,
}: {
  id: string;
  label: string;
  hint: string;
  accept: string;
  limits: FileLimits;
  onServer: FilesOnServer;
}) {
  const { t } = useTranslation('forms');
  const input = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const isHydrated = useHydrated();
  const [dismissed, setDismissed] = useState<readonly RefusedFile[]>([]);
  const { kept, removedIds, removeKept } = useRemovableFiles(onServer);
  const { chosen, refused, isOverCount, add, remove } = useFileSelection(input, camera, onServer, kept.length, limits);

  const none = chosen.length === 0 && kept.length === 0;
  const errors = [...onServer.errors, ...refused].filter((file) => !dismissed.includes(file));
  const [firstRefused] = refused;
  const error = isOverCount
    ? t('form.too_many_files', { max: limits.maxFiles })
    : onServer.isExpired
      ? t('form.draft_expired')
      : firstRefused && none
        ? fileMessage(t, firstRefused, limits)
        : undefined;

  const countText = none ? '' : t('files.count', { count: chosen.length + kept.length });

  return (
    <div className="grid gap-4">
      {onServer.token && <input type="hidden" name={draftFieldName} value={onServer.token} />}
      {removedIds.map((removedId) => (
        <input key={removedId} type="hidden" name={removedFieldName} value={removedId} />
      ))}
      <Field id={id} label={label} note={t('field.optional')} hint={hint} error={error}>
        <input
          ref={input}
          type="file"
          id={id}
          name={fileFieldName}
          accept={accept}
          multiple
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, { hint: true, error: Boolean(error) })}
          onChange={(event) => add(event.currentTarget)}
          className="file-input mt-1 rounded-card border-2 border-dashed border-line-control bg-surface p-4 pb-8"
        />
      </Field>
      <p aria-hidden="true" className="-mt-2 text-small text-ink-muted">
        {t('files.drop')}
      </p>

      <label className="touch-only">
        <span className="flex items-center gap-2 font-semibold">
          <Icon name="camera" />
          {t('files.camera')}
        </span>
        <input
          ref={camera}
          type="file"
          name={fileFieldName}
          accept="image/*"
          capture="environment"
          onChange={(event) => add(event.currentTarget)}
          className="file-input mt-2"
        />
      </label>

      {(errors.length > 0 || !none) && (
        <section aria-labelledby={`${id}-list`} className="grid gap-2">
          <h3 id={`${id}-list`} className="text-body font-semibold">
            {t('files.list')}
          </h3>
          <ul className="grid gap-2">
            {kept.map((file) => (
              <FileRow key={file.id} name={file.name} size={file.size} state={t('files.stored')}>
                <RemoveButton
                  fileName={file.name}
                  type="submit"
                  name={intentFieldName}
                  value={removeIntent + file.id}
                  formNoValidate
                  onClick={(event) => {
                    event.preventDefault();
                    removeKept(file);
                    input.current?.focus();
                  }}
                />
              </FileRow>
            ))}
            {chosen.map((file) => (
              <FileRow
                key={`${file.name} ${file.size} ${file.lastModified}`}
                name={file.name}
                size={file.size}
                state={t('files.chosen')}
              >
                <RemoveButton
                  fileName={file.name}
                  type="button"
                  onClick={() => {
                    remove(file);
                    input.current?.focus();
                  }}
                />
              </FileRow>
            ))}
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
                      setDismissed((files) => [...files, file]);
                      input.current?.focus();
                    }}
                  />
                )}
              </li>
            ))}
          </ul>
          {kept.length > 0 && <p className="text-small text-ink-muted">{t('files.kept_hint')}</p>}
        </section>
      )}
      <p role="status" className="hidden-visually">
        {isHydrated &&
          [error, ...refused.map((file) => fileMessage(t, file, limits)), countText].filter(Boolean).join(' ')}
      </p>
    </div>
  );
}

/**
 * The files on the server less those taken out in this browser. A removal is posted at once, beside the page;
 * its id also goes along with the form, so that a post that got lost cannot bring the file back.
 */
function useRemovableFiles(onServer: FilesOnServer) {
  const fetcher = useFetcher();
  const [removedIds, setRemovedIds] = useState<readonly string[]>([]);
  return {
    kept: onServer.files.filter((file) => !removedIds.includes(file.id)),
    removedIds,
    removeKept: (file: KeptFile) => {
      setRemovedIds((ids) => [...ids, file.id]);
      const removal = { [draftFieldName]: onServer.token ?? '', [intentFieldName]: removeIntent + file.id };
      fetcher.submit(removal, { method: 'post', encType: 'multipart/form-data' });
    },
  };
}

function FileRow({ name, size, state, children }: { name: string; size: number; state: string; children: ReactNode }) {
  const language = useLanguage();
  return (
    <li className="flex items-center gap-3 rounded border border-line bg-surface-raised py-2 pe-2 ps-4">
      <Icon name="file-text" className="text-action" />
      <span className="min-w-0 grow">
        <span className="block">
          <bdi>{name}</bdi>
        </span>
        <span className="flex flex-wrap items-center gap-x-3 text-small text-ink-muted">
          <bdi>{formatFileSize(size, language)}</bdi>
          <span className="flex items-center gap-1 text-success">
            <Icon name="circle-check" />
            {state}
          </span>
        </span>
      </span>
      {children}
    </li>
  );
}

function RemoveButton({ fileName, ...props }: ComponentProps<'button'> & { fileName: string }) {
  const { t } = useTranslation('forms');
  return (
    <button
      {...props}
      aria-label={t('files.remove', { name: isolate(fileName) })}
      className="flex min-h-11 min-w-11 items-center justify-center gap-2 rounded px-3 text-signal underline hover:bg-signal-soft"
    >
      <Icon name="trash-2" />
      <span className="hidden sm:inline">{t('files.remove_short')}</span>
    </button>
  );
}
