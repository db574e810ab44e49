/**
 * Prevents the browser from loading React before the page is usable. Hydration needs the output of `<Scripts/>` in
 * place, so it stays, but with attributes that make browsers ignore it. `start-react.ts` activates it.
 */
export function deferReact(html: string): string {
  return html
    .replace(/<link rel="modulepreload"/g, '<link rel="modulepreload" media="not all"')
    .replace(/<script type="module"(?: async="")?/g, '<script type="text/later-module"');
}
