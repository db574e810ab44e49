import { createHash } from 'node:crypto';
import styles from 'virtual:page-styles';
import type { PageStyle } from './page-style.ts';
import { partial } from './partial-styles.server.ts';

const styleById = new Map(
  Object.entries(styles).map(([id, css]): [string, PageStyle] => {
    const hash = `sha256-${createHash('sha256').update(css).digest('base64')}`;
    return [id, { css, hash, isPartial: id.endsWith(partial) }];
  }),
);

/**
 * Returns the style of a route's page.
 * @param isPartial whether the page shows only components that its partial style has rules for
 * @returns undefined in development, where pages link the whole stylesheet
 */
export function pageStyleOf(routeId = 'root', isPartial = false): PageStyle | undefined {
  return styleById.get(isPartial ? routeId + partial : routeId);
}
