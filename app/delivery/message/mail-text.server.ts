import { isolate, isolateLtr } from '#app/i18n/format/bidi.ts';
import type { MailContent, MailLine, MailPart, MailValue } from './mail-content.server.ts';

/** Starts the signature, which replies do not quote (RFC 3676, section 4.3). */
export const signatureSeparator = '-- ';

/**
 * Renders an email as plain text. Typed text is isolated (UAX 9), so that mixed directions are displayed correctly. Typed
 * lines are quoted, so that they cannot imitate the site's own.
 */
export function renderMailText({ parts }: MailContent): string {
  const internalNotes = parts.map((part) => part.internal.map(renderLine).join('\n')).filter(Boolean);
  return [
    parts.map(renderPart).join(`\n\n${'─'.repeat(40)}\n\n`),
    ...(internalNotes.length > 0 ? [`\n${signatureSeparator}`, internalNotes.join('\n\n')] : []),
    '',
  ].join('\n');
}

function renderPart({ opening, urgent, facts, links, rows, files }: MailPart): string {
  const blocks = [
    [opening, ...(urgent ? [renderLine(urgent)] : [])],
    facts.map(renderLine),
    // Links are not isolated, because a mail client might treat the direction marks as part of them.
    links.map(({ label, href }) => `${label}: ${href}`),
    rows.map(renderLine),
    files
      ? [`${files.label}: ${files.count}`, ...files.list.map((line, index) => `${index + 1}. ${renderLine(line)}`)]
      : [],
  ];
  return blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

function renderLine({ label, value }: MailLine): string {
  if ('lines' in value) {
    return [...(label === undefined ? [] : [`${label}:`]), ...value.lines.map((line) => `> ${isolate(line)}`)].join(
      '\n',
    );
  }
  return (label === undefined ? '' : `${label}: `) + renderValue(value);
}

function renderValue(value: Exclude<MailValue, { lines: string[] }>): string {
  if ('siteText' in value) return value.siteText;
  if ('typed' in value) return isolate(value.typed);
  if ('ltr' in value) return isolateLtr(value.ltr);
  if ('place' in value) {
    const { text, note } = value.place;
    if (text === undefined) return note ?? '';
    return note === undefined ? isolate(text) : `${isolate(text)} (${note})`;
  }
  if ('command' in value) return isolateLtr(value.command);
  const { file, size, note, finding } = value;
  const nameAndSize = `${isolate(file)} (${isolateLtr(size)})`;
  return note === undefined
    ? nameAndSize
    : `${nameAndSize}: ${note}${finding === undefined ? '' : ` (${isolateLtr(finding)})`}`;
}
