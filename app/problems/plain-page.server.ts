import { createHash } from 'node:crypto';
import { type Company } from '#app/company/company.ts';
import { chatHref, phoneHref } from '#app/i18n/input/phone-number.ts';
import { type FormLanguage, languages, pathIn } from '#app/i18n/languages.ts';
import { resources } from '#app/i18n/texts/resources.server.ts';
import { problemForStatus } from './problem.ts';

/** Contents of an error page without React. */
export interface PlainPage {
  status: number;
  language: FormLanguage;
  company: Pick<Company, 'name' | 'phone' | 'whatsapp'>;
  /** The request id in the log; shown for server errors only. */
  requestId?: string | undefined;
  /** Retry-After (s). */
  retryAfter?: number | undefined;
  /** The HTML of a form that asks the company to call. Left out if the host is not ours. */
  form?: string | undefined;
}

/** Inline, because stylesheets may be unavailable. The colours are those of `ui/styles/tokens.css`. */
const style = `body{margin:0;background:#f8f4ec;color:#10233f;font:1.0625rem/1.7 system-ui,sans-serif}
main{max-width:38rem;margin:0 auto;padding:3rem 1rem}
.arc{display:block;height:3px;width:7rem;background:#c79a4b;border-radius:2px}
h1{font-size:1.75rem;line-height:1.3;margin:1.5rem 0 1rem}
a{color:#0b6468}
ul{list-style:none;padding:0;margin:2rem 0;display:grid;gap:.75rem}
li a{display:block;padding:.7rem 1rem;border:1px solid #7c8798;border-radius:.5rem;background:#fff;text-decoration:none;font-weight:600}
form{margin:0 0 2rem;padding:.5rem 1rem;border:1px solid #7c8798;border-radius:.5rem;background:#fff}
h2{font-size:1.25rem;margin:.5rem 0}
label{font-weight:600}
form small{display:block}
[type=tel]{box-sizing:border-box;width:100%;margin:.5rem 0 0;padding:.7rem 1rem;border:1px solid #7c8798;border-radius:.5rem;font:inherit}
button{padding:.7rem 1.5rem;border:0;border-radius:.5rem;background:#0b6468;color:#fff;font:inherit;font-weight:600}
:focus-visible{outline:3px solid #0b6468;outline-offset:3px}
small{color:#4a5a70;font-size:.9375rem}`;

/** Content-Security-Policy of a page without other resources (CSP Level 3). */
export const plainPagePolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Renders the error page that is sent when no regular page can be rendered: what happened to the request, whom to call,
 * and a link to the imprint. The page is a single self-contained HTML document.
 */
export function plainPage({ status, language, company, requestId, retryAfter = 60, form }: PlainPage): string {
  const t = resources[language].common;
  const problem = problemForStatus(status);
  const { title, text } = t.problem[problem];
  const message = text.replace('{{minutes}}', String(Math.ceil(retryAfter / 60)));
  const { phone, whatsapp, name } = company;
  const link = (href: string | undefined, label: string) =>
    `<li><a${href === undefined ? '' : ` href="${href}"`}>${label}</a></li>`;
  const links = [
    link(phoneHref(phone), `${t.way_out.call} <bdi dir="ltr">${escapeHtml(phone)}</bdi>`),
    link(chatHref(whatsapp), t.way_out.chat),
    link(pathIn(language, '/'), t.problem.home),
    link(pathIn(language, '/imprint'), t.nav.imprint),
  ];
  const showsId = status >= 500 && requestId !== undefined;
  const id = showsId
    ? `<p><small>${t.problem.id.replace('{{id}}', `<bdi dir="ltr">${escapeHtml(requestId)}</bdi>`)}</small></p>`
    : '';
  return `<!DOCTYPE html>
<html lang="${language}" dir="${languages[language].dir}">
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>${title} | ${escapeHtml(name)}</title>
<style>${style}</style>
<main>
<span class="arc"></span>
<h1>${title}</h1>
<p>${message}</p>
<ul>
${links.join('\n')}
</ul>
${form !== undefined && problem !== 'wrong_host' ? form : ''}
${id}
</main>
</html>
`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
