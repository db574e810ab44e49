/**
 * Keeps the browser from loading React before the page is usable: what `<Scripts/>` emitted stays in place,
 * which hydration needs, but as a link for no medium and a block of mere text, both of which HTML allows.
 * `start-react.ts` gives them their meaning back.
 */
export function deferReact(html: string): string {
  return html
    .replace(/<link rel="modulepreload"/g, '<link rel="modulepreload" media="not all"')
    .replace(/<script type="module"(?: async="")?/g, '<script type="text/later-module"');
}
