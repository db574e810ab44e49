/**
 * Prevents the browser from loading React before the page is usable: the output of `<Scripts/>` stays in place, which
 * hydration needs, but with attributes that make browsers ignore it. `start-react.ts` reverts them.
 */
export function deferReact(html: string): string {
  return html
    .replace(/<link rel="modulepreload"/g, '<link rel="modulepreload" media="not all"')
    .replace(/<script type="module"(?: async="")?/g, '<script type="text/later-module"');
}
