import type { TFunction } from 'i18next';
import type { ComponentProps, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isolate } from '#app/i18n/format/bidi.ts';
import { formatFileSize } from '#app/i18n/format/file-size.ts';
import { useFormLanguage } from '#app/i18n/use-language.ts';
import { Icon } from '#app/ui/icon.tsx';
import type { IconName } from '#app/ui/icon-names.ts';
import type { RoundedTime } from './time-left.ts';
import type { UploadStatus } from './use-uploads.ts';

interface FileInfo {
  name: string;
  size: number;
}

/** The row of a file that is stored on the server or will be submitted with the form. */
export function ReadyFileRow({ file, state, children }: { file: FileInfo; state: string; children: ReactNode }) {
  return (
    <FileRow file={file} state={<StateLabel className="text-success" icon="circle-check" text={state} />}>
      {children}
    </FileRow>
  );
}

/** The row of a file that is being uploaded: its progress, and buttons to cancel or retry. */
export function UploadingFileRow({
  file,
  isDisc,
  status: { phase, percent, timeLeft },
  onRemove,
  onRetry,
}: {
  file: FileInfo;
  /** Whether the file is too large to be sent with the form. */
  isDisc: boolean;
  status: UploadStatus;
  onRemove: () => void;
  onRetry: () => void;
}) {
  const { t } = useTranslation('forms');
  const name = isolate(file.name);
  if (phase === 'failed') {
    return (
      <FileRow
        file={file}
        state={
          <>
            <StateLabel className="font-semibold text-signal" icon="circle-alert" text={t('files.failed')} />
            <span>{isDisc ? t('files.disc_failed_hint') : t('files.failed_hint')}</span>
          </>
        }
      >
        <RowButton icon="rotate-cw" label={t('files.retry', { name })} onClick={onRetry} className="text-action">
          {t('files.retry_short')}
        </RowButton>
        <RemoveButton fileName={file.name} type="button" onClick={onRemove} />
      </FileRow>
    );
  }
  const stateText =
    phase === 'uploading'
      ? t('files.going', { percent })
      : phase === 'offline'
        ? t('files.offline')
        : t('files.waiting');
  return (
    <FileRow
      file={file}
      state={
        <>
          <span>{stateText}</span>
          {phase === 'uploading' && timeLeft !== undefined && <span>{timeLeftText(t, timeLeft)}</span>}
        </>
      }
      progress={
        <progress
          max={100}
          value={percent}
          aria-label={t('files.progress_label', { name })}
          // Overlaid on the row's lower edge, so that the layout does not shift when the bar disappears.
          className="progress absolute inset-x-0 bottom-0 h-1.5"
        />
      }
    >
      {phase === 'offline' ? (
        <RemoveButton fileName={file.name} type="button" onClick={onRemove} />
      ) : (
        <RowButton icon="x" label={t('files.cancel', { name })} onClick={onRemove} className="text-signal">
          {t('files.cancel_short')}
        </RowButton>
      )}
    </FileRow>
  );
}

function timeLeftText(t: TFunction<'forms'>, { unit, count }: RoundedTime): string {
  if (unit === 'moment') return t('files.moment_left');
  return unit === 'minutes' ? t('files.minutes_left', { count }) : t('files.hours_left', { count });
}

function FileRow({
  file: { name, size },
  state,
  progress,
  children,
}: {
  file: FileInfo;
  state: ReactNode;
  progress?: ReactNode;
  children: ReactNode;
}) {
  const language = useFormLanguage();
  return (
    <li className="relative flex items-center gap-3 overflow-hidden rounded border border-line bg-surface-raised py-2 pe-2 ps-4">
      <Icon name="file-text" className="text-action" />
      <span className="min-w-0 grow">
        <span className="block">
          <bdi>{name}</bdi>
        </span>
        <span className="flex flex-wrap items-center gap-x-3 text-small text-ink-muted">
          <bdi>{formatFileSize(size, language)}</bdi>
          {state}
        </span>
      </span>
      {children}
      {progress}
    </li>
  );
}

function StateLabel({ className, icon, text }: { className: string; icon: IconName; text: string }) {
  return (
    <span className={`flex items-center gap-1 ${className}`}>
      <Icon name={icon} />
      {text}
    </span>
  );
}

/** The button that removes a file from the form. */
export function RemoveButton({ fileName, ...props }: ComponentProps<'button'> & { fileName: string }) {
  const { t } = useTranslation('forms');
  return (
    <RowButton {...props} icon="trash-2" label={t('files.remove', { name: isolate(fileName) })} className="text-signal">
      {t('files.remove_short')}
    </RowButton>
  );
}

function RowButton({
  icon,
  label,
  className,
  children,
  ...props
}: ComponentProps<'button'> & { icon: IconName; label: string; className: string }) {
  return (
    <button
      type="button"
      {...props}
      aria-label={label}
      className={`flex min-h-11 min-w-11 items-center justify-center gap-2 rounded px-3 underline hover:bg-signal-soft ${className}`}
    >
      <Icon name={icon} />
      <span className="hidden sm:inline">{children}</span>
    </button>
  );
}
