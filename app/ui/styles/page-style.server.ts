import { createHash } from 'node:crypto';
import styles from 'virtual:page-styles';

/** The rules of the stylesheet that a page needs, which the server sends inside the page. */
export interface PageStyle {
  css: string;
  /** For the Content-Security-Policy: `'sha256-…'`. */
  source: string;
}

const styleByRoute = new Map(
  Object.entries(styles).map(([id, css]): [string, PageStyle] => {
    return [id, { css, source: `'sha256-${createHash('sha256').update(css).digest('base64')}'` }];
  }),
);

/**
 * Returns the style of a route's page.
 * @returns undefined in development, where pages link the whole stylesheet
 */
export function pageStyleOf(routeId: string | undefined): PageStyle | undefined {
  return styleByRoute.get(routeId ?? 'root');
}
