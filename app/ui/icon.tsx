import sprite from 'virtual:icons.svg';
import type { IconName } from './icon-names.ts';

/** An icon beside words that say the same: hidden from screen readers. Its size is that of the text around it. */
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
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}

/** An icon at the middle of the first line of the text beside it, whatever the script's line height. */
export function LineIcon({ name, className = '' }: { name: IconName; className?: string }) {
  return (
    <span className={`line-icon ${className}`}>
      <Icon name={name} />
    </span>
  );
}
