import brands from 'virtual:brands.svg';
import icons from 'virtual:icons.svg';
import type { IconName } from './icon-names.ts';

/** A decorative icon next to text. It is hidden from screen readers and scales with the text. */
export function Icon({ name, className = '' }: { name: IconName; className?: string }) {
  return (
    <svg
      aria-hidden="true"
      width="20"
      height="20"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={`h-[1.2em] w-[1.2em] shrink-0 ${className}`}
    >
      <use href={`${name.startsWith('brand-') ? brands : icons}#${name}`} />
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
