import type { PictureName } from '../copy/content-names.ts';
import { pictureSize, pictureUrl } from './pictures.ts';

/**
 * One of the site's illustrations.
 * @param alt what the picture shows; empty if the adjacent text says the same
 * @param isAboveFold whether the picture is in the first viewport; it then loads eagerly instead of lazily
 */
export function Illustration({
  name,
  alt,
  isAboveFold = false,
  className = '',
}: {
  name: PictureName;
  alt: string;
  isAboveFold?: boolean;
  className?: string;
}) {
  return (
    <img
      src={pictureUrl(name)}
      alt={alt}
      {...pictureSize}
      // React 18 knows this attribute only in lower case.
      {...(isAboveFold ? { fetchpriority: 'high' } : { loading: 'lazy' })}
      decoding="async"
      className={`illustration ${className}`}
    />
  );
}
