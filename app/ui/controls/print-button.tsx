import { buttonClass } from './button.tsx';

/** A button that prints the page. It is hidden from visitors without JavaScript. */
export function PrintButton({ variant, label }: { variant: Parameters<typeof buttonClass>[0]; label: string }) {
  return (
    <button
      type="button"
      data-print
      aria-label={label}
      data-words={label}
      className={`scripts-only ${buttonClass(variant)}`}
    />
  );
}
