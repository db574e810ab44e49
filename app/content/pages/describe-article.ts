import type { Article } from '../copy/content-schema.ts';
import type { Page } from '../frame/current-page.ts';
import { pictureUrl } from '../pictures/pictures.ts';

/** Returns the description of a text page, which invites to get in touch unless it is a legal one. @param parent the page above it in the breadcrumbs */
export function describeArticle({ head, heading, picture, updated, next }: Article, parent?: Page['parent']): Page {
  return {
    ...head,
    name: heading,
    ...(parent && { parent }),
    ...(picture && { picture: pictureUrl(picture.name) }),
    ...(updated === undefined && { invitation: next ?? 'usual' }),
  };
}
