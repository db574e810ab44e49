import type { PictureName } from './content-names.ts';
import { pictureAddress, pictureSize } from './pictures.ts';

/**
 * One of the site's drawings.
 * @param alt what it shows; empty where the words beside it say the same
 * @param isFirst it stands in the first view of the page: loaded at once, the others when they come near
 */
export function Illustration({
  name,
  alt,
  isFirst = false,
  className = '',
}: {
  name: PictureName;
  alt: string;
  isFirst?: boolean;
  className?: string;
}) {
  return (
    <img
      src={pictureAddress(name)}
      alt={alt}
      {...pictureSize}
      loading={isFirst ? undefined : 'lazy'}
      decoding="async"
      className={`illustration ${className}`}
    />
  );
}
