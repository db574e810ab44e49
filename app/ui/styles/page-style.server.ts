import { createHash } from 'node:crypto';
import styles from 'virtual:page-styles';
import type { PageStyle } from './page-style.ts';

const styleByRoute = new Map(
  Object.entries(styles).map(([id, css]): [string, PageStyle] => {
    return [id, { css, hash: `sha256-${createHash('sha256').update(css).digest('base64')}` }];
  }),
);

/**
 * Returns the style of a route's page.
 * @returns undefined in development, where pages link the whole stylesheet
 */
export function pageStyleOf(routeId: string | undefined): PageStyle | undefined {
  return styleByRoute.get(routeId ?? 'root');
}
