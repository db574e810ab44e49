import type { PictureName } from '../copy/content-names.ts';
import { pictureSize, pictureUrl } from './pictures.ts';

/**
 * One of the site's illustrations.
 * @param alt what the picture shows; empty if the adjacent text says the same
 * @param isFirst whether the picture is in the first viewport; it then loads eagerly instead of lazily
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
      src={pictureUrl(name)}
      alt={alt}
      {...pictureSize}
      loading={isFirst ? undefined : 'lazy'}
      decoding="async"
      className={`illustration ${className}`}
    />
  );
}
