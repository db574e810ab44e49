import { parse, type HTMLElement } from 'node-html-parser';

/** A page as a browser without scripts reads it. */
export interface Page {
  status: number;
  headers: Headers;
  html: string;
  document: HTMLElement;
  title: string;
  heading: string;
  /** Everything a person reads, white space folded. */
  text: string;
  /** What the error summary lists, and where each item leads. */
  problems: { text: string; target: string | undefined }[];
  /** Value of the control with this name. */
  value(name: string): string | undefined;
}

export async function readPage(response: Response): Promise<Page> {
  const html = await response.text();
  const document = parse(html);
  const folded = (element: HTMLElement | null) => (element?.textContent ?? '').replace(/\s+/g, ' ').trim();
  return {
    status: response.status,
    headers: response.headers,
    html,
    document,
    title: folded(document.querySelector('title')),
    heading: folded(document.querySelector('h1')),
    text: folded(document.querySelector('body')),
    problems: document.querySelectorAll('[role=alert] li').map((item) => ({
      text: folded(item),
      target: item.querySelector('a')?.getAttribute('href'),
    })),
    value: (name) => document.querySelector(`input[name="${name}"]`)?.getAttribute('value'),
  };
}
