import { type HTMLElement, parse } from 'node-html-parser';

/** A page as a browser without JavaScript sees it. */
export interface Page {
  status: number;
  headers: Headers;
  html: string;
  document: HTMLElement;
  title: string;
  heading: string;
  /** The visible text, with whitespace collapsed. */
  text: string;
  /** The items of the error summary with their link targets. */
  errors: { text: string; target: string | undefined }[];
  /** Returns the value of the input with this name. */
  value(name: string): string | undefined;
}

export async function readPage(response: Response): Promise<Page> {
  const html = await response.text();
  const document = parse(html);
  const textOf = (element: HTMLElement | null) => (element?.textContent ?? '').replace(/\s+/g, ' ').trim();
  return {
    status: response.status,
    headers: response.headers,
    html,
    document,
    title: textOf(document.querySelector('title')),
    heading: textOf(document.querySelector('h1')),
    text: textOf(document.querySelector('body')),
    errors: document.querySelectorAll('[role=alert] li').map((item) => ({
      text: textOf(item),
      target: item.querySelector('a')?.getAttribute('href'),
    })),
    value: (name) => document.querySelector(`input[name="${name}"]`)?.getAttribute('value'),
  };
}

/** Returns the hidden fields that identify the form's next submission as the same request. */
export function hiddenFields(page: Page): Record<string, string> {
  const values = ['form-key', 'receipt', 'draft'].map((name) => [name, page.value(name) ?? ''] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== ''));
}
