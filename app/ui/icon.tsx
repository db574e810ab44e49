import brands from 'virtual:brands.svg';
import type { IconName, SmallPictureName } from './icon-names.ts';
import { useIconSource } from './icons/icon-source.ts';

/** A decorative icon next to text. It is hidden from screen readers and scales with the text. */
export function Icon({ name, className = '' }: { name: IconName; className?: string }) {
  const source = useIconSource();
  return (
    <svg aria-hidden="true" width="20" height="20" className={`icon ${className}`}>
      <use href={name.startsWith('brand-') ? `${brands}#${name}` : `${source}#icon-${name}`} />
    </svg>
  );
}

/** An icon that is vertically centred on the first line of the text next to it, for every line height. */
export function LineIcon({ name, className = '' }: { name: IconName; className?: string }) {
  return (
    <span className={`line-icon ${className}`}>
      <Icon name={name} />
    </span>
  );
}

/** A small picture from the sprite, as decoration. */
export function SmallPicture({
  name,
  className,
  ...size
}: {
  name: SmallPictureName;
  width: number;
  height: number;
  className: string;
}) {
  return (
    <svg aria-hidden="true" {...size} className={className}>
      <use href={`${useIconSource()}#icon-${name}`} />
    </svg>
  );
}
