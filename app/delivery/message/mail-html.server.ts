import { companyLanguage } from '#app/i18n/languages.ts';
import type { MailContent, MailLine, MailPart, MailValue } from './mail-content.server.ts';
import { signatureSeparator } from './mail-text.server.ts';

/**
 * Renders an email as HTML for small screens. Styles are inline, because mail clients remove style sheets, and nothing is
 * loaded from elsewhere. Typed text is escaped and isolated.
 */
export function renderMailHtml({ parts }: MailContent): string {
  const partsWithNotes = parts.filter((part) => part.internal.length > 0);
  const body = [
    ...parts.map((part, index) => renderSection(part, index === 0 ? '' : style.later)),
    // Mail clients recognise a signature by this class and leave it out of replies.
    ...(partsWithNotes.length > 0
      ? [
          `<div class="moz-signature" style="${style.internal}">${signatureSeparator}${partsWithNotes.map(renderInternalNotes).join('')}</div>`,
        ]
      : []),
  ];
  return (
    `<!DOCTYPE html><html lang="${companyLanguage}"><head><meta charset="utf-8">` +
    '<meta name="viewport" content="width=device-width, initial-scale=1"><title></title></head>' +
    `<body style="${style.body}"><div style="${style.page}">${body.join('')}</div></body></html>\n`
  );
}

const ink = '#10233f';
const muted = '#4a5a70';
const rule = '1px solid #e2dacb';

const style = {
  body: 'margin:0;padding:0;background:#ffffff',
  page: `max-width:600px;margin:0 auto;padding:16px;font:16px/1.5 Arial,sans-serif;color:${ink}`,
  later: `margin-top:32px;padding-top:24px;border-top:3px solid ${ink}`,
  opening: 'margin:0 0 16px;font-size:18px;font-weight:bold',
  urgent: 'margin:0 0 16px;padding:8px 12px;background:#a3182b;color:#ffffff;font-weight:bold',
  links: 'margin:0 0 16px',
  button:
    'display:block;margin:0 0 8px;padding:10px 16px;min-height:24px;background:#0b6468;color:#ffffff;' +
    'border-radius:6px;text-decoration:none;font-weight:bold;overflow-wrap:anywhere',
  row: `margin:0;padding:8px 0;border-top:${rule};overflow-wrap:anywhere`,
  label: `color:${muted};font-size:14px`,
  group: 'margin:0 0 16px',
  lines: `margin:0;padding:0;border:0;white-space:pre-wrap`,
  internal: `margin-top:32px;padding-top:8px;border-top:${rule};color:${muted};font-size:14px;overflow-wrap:anywhere`,
  command: 'font-family:monospace;font-size:13px',
};

function renderSection(
  { language, dir, opening, urgent, facts, links, rows, files }: MailPart,
  sectionStyle: string,
): string {
  const buttons = links.map(
    ({ label, text, href }) =>
      `<a href="${escapeHtml(href)}" style="${style.button}">${escapeHtml(label)} <bdi dir="ltr">${escapeHtml(text)}</bdi></a>`,
  );
  const fileRows = files
    ? [renderRow({ label: files.label, value: { siteText: String(files.count) } }), ...files.list.map(renderRow)]
    : [];
  const groups = [facts.map(renderRow), rows.map(renderRow), fileRows].filter((group) => group.length > 0);
  const [factsHtml = '', ...otherGroups] = groups.map((group) => `<div style="${style.group}">${group.join('')}</div>`);
  return (
    `<div dir="${dir}" lang="${language}" style="${sectionStyle}">` +
    `<p style="${style.opening}">${escapeHtml(opening)}</p>` +
    (urgent ? `<p style="${style.urgent}">${[urgent.label, renderValue(urgent.value)].join(': ')}</p>` : '') +
    factsHtml +
    (buttons.length > 0 ? `<div style="${style.links}">${buttons.join('')}</div>` : '') +
    otherGroups.join('') +
    '</div>'
  );
}

function renderInternalNotes({ language, dir, internal }: MailPart): string {
  const lines = internal.map(
    ({ label, value }) => `<div>${label === undefined ? '' : `${escapeHtml(label)}: `}${renderValue(value)}</div>`,
  );
  return `<div dir="${dir}" lang="${language}" style="margin-top:8px">${lines.join('')}</div>`;
}

function renderRow({ label, value }: MailLine): string {
  const head = label === undefined ? '' : `<div style="${style.label}">${escapeHtml(label)}</div>`;
  return `<div style="${style.row}">${head}${renderValue(value)}</div>`;
}

function renderValue(value: MailValue): string {
  if ('siteText' in value) return escapeHtml(value.siteText);
  if ('typed' in value) return `<bdi dir="auto">${escapeHtml(value.typed)}</bdi>`;
  if ('ltr' in value) return `<bdi dir="ltr">${escapeHtml(value.ltr)}</bdi>`;
  if ('place' in value) {
    const { text, note } = value.place;
    return [
      ...(text === undefined ? [] : [`<bdi dir="auto">${escapeHtml(text)}</bdi>`]),
      ...(note === undefined
        ? []
        : [text === undefined ? escapeHtml(note) : `<div style="${style.label}">${escapeHtml(note)}</div>`]),
    ].join('');
  }
  if ('command' in value) return `<bdi dir="ltr" style="${style.command}">${escapeHtml(value.command)}</bdi>`;
  if ('lines' in value) {
    return value.lines
      .map((text) => `<div dir="auto" style="${style.lines}">${escapeHtml(text) || '<br>'}</div>`)
      .join('');
  }
  const { file, size, note, finding } = value;
  return (
    `<bdi dir="auto">${escapeHtml(file)}</bdi> (<bdi dir="ltr">${escapeHtml(size)}</bdi>)` +
    (note === undefined ? '' : `: ${escapeHtml(note)}`) +
    (finding === undefined ? '' : ` (<bdi dir="ltr">${escapeHtml(finding)}</bdi>)`)
  );
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
