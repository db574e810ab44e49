import type { PictureName } from '../copy/content-names.ts';
import { pictureSize, pictureUrl } from './pictures.ts';

/**
 * One of the site's illustrations.
 * @param alt what it shows; empty if the text beside it says the same
 * @param isFirst in the first viewport: loaded eagerly, others lazily
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
