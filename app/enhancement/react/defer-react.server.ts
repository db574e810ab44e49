const scriptsStart = '<link rel="modulepreload"';

/**
 * Prevents the browser from loading React before the page is usable. Hydration needs the output of `<Scripts/>` in
 * place, so it stays, but with attributes that make browsers ignore it. `start-react.ts` activates it.
 * @param html a rendered page, which `<Scripts/>` ends if it has any
 * @returns the page in two pieces: its markup, and the scripts from `<Scripts/>` to the end (empty without scripts).
 *   Joining them here would copy the page
 */
export function deferReact(html: string): [markup: string, scripts: string] {
  const start = html.indexOf(scriptsStart);
  if (start === -1) return [html, ''];
  const scripts = html
    .slice(start)
    .replace(/<link rel="modulepreload"/g, '<link rel="modulepreload" media="not all"')
    .replace(/<script type="module"(?: async="")?/g, '<script type="text/deferred-module"');
  return [html.slice(0, start), scripts];
}
