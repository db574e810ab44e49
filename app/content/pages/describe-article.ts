import type { Article } from '../copy/content-schema.ts';
import type { Page } from '../frame/current-page.ts';
import { pictureUrl } from '../pictures/pictures.ts';

/**
 * Returns the description of a text page. The page invites visitors to get in touch, unless it is a legal page or has a
 * form.
 * @param context the page's parent in the breadcrumbs, and the id of its form
 */
export function describeArticle(
  { head, heading, picture, updated, next }: Article,
  { parent, form }: Pick<Page, 'parent' | 'form'> = {},
): Page {
  return {
    ...head,
    name: heading,
    ...(parent && { parent }),
    ...(form !== undefined && { form }),
    ...(picture && { picture: pictureUrl(picture.name) }),
    ...(updated === undefined && form === undefined && { invitation: next ?? 'usual' }),
  };
}
