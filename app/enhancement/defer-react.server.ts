/**
 * Keeps the browser from loading React before the page is usable: what `<Scripts/>` emitted stays in place,
 * which hydration needs, but under types that browsers ignore. `start-react.ts` gives them back.
 */
export function deferReact(html: string): string {
  return html
    .replace(/<link rel="modulepreload"/g, '<link rel="later-modulepreload"')
    .replace(/<script type="module"/g, '<script type="later-module"');
}
