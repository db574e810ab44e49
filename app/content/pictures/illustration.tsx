import type { ComponentProps } from 'react';
import type { PictureName } from '../copy/content-names.ts';
import { Picture } from './picture.tsx';
import { pictureUrl } from './pictures.ts';

/** One of the site's illustrations, by its name. */
export function Illustration({ name, ...props }: { name: PictureName } & Omit<ComponentProps<typeof Picture>, 'url'>) {
  return <Picture url={pictureUrl(name)} {...props} />;
}
