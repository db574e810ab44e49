import { useLocation } from '@remix-run/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatFileSize } from '#app/i18n/format/file-size.ts';
import { useFormLanguage } from '#app/i18n/use-language.ts';
import type { Message } from './receipt-view.ts';

/**
 * Some of the messages and files that the company has sent to the family.
 * @param id id of the heading
 * @param children what follows them
 */
export function DeskMessages({
  id,
  heading,
  messages,
  children,
}: {
  id: string;
  heading: string;
  messages: readonly Message[];
  children?: ReactNode;
}) {
  const { t } = useTranslation('receipt');
  const language = useFormLanguage();
  const { pathname } = useLocation();
  return (
    <section aria-labelledby={id} className="grid gap-4">
      <h2 id={id} className="text-h3">
        {heading}
      </h2>
      {messages.map(({ at, text, files }, index) => (
        <article
          key={index}
          className="grid gap-3 rounded-card border-s-4 border-action bg-surface-raised p-6 shadow-raised md:p-8"
        >
          <p className="text-small text-ink-muted">{t('german_time', { moment: at })}</p>
          {text !== undefined && (
            <p dir="auto" className="mixed-lines text-lead">
              {text}
            </p>
          )}
          {files.length > 0 && (
            <div className="grid gap-1">
              <h3 className="text-body font-semibold">{t('messages.files')}</h3>
              <ul className="grid gap-1">
                {files.map(({ number, name, size }) => (
                  <li key={number} className="flex flex-wrap items-baseline gap-x-3">
                    <a
                      href={`${pathname}/files/${number}`}
                      className="min-w-0 break-words py-2 font-semibold text-action underline"
                    >
                      <bdi>{name}</bdi>
                    </a>
                    <bdi className="text-small text-ink-muted">{formatFileSize(size, language)}</bdi>
                  </li>
                ))}
              </ul>
            </div>
          )}
        </article>
      ))}
      {children}
    </section>
  );
}
