import type { ReactNode } from 'react';

/**
 * An item in a list of cards, with an image at the top, heading, text, and a footer for links. In a grid, the cards of
 * a row have the same height and aligned footers.
 */
export function Card({
  heading,
  level = 3,
  picture,
  footer,
  children,
}: {
  heading?: ReactNode;
  level?: 2 | 3;
  /** An image across the full width, either hidden from screen readers or with an alternative text. */
  picture?: ReactNode;
  footer?: ReactNode;
  children?: ReactNode;
}) {
  const Heading = `h${level}` as const;
  return (
    // In forced colours the outline is visible, in place of the shadow.
    <li className="lazy flex flex-col rounded-card bg-surface-raised shadow-raised outline outline-1 -outline-offset-1 outline-transparent">
      {picture && <div className="overflow-hidden rounded-t-card">{picture}</div>}
      <div className="flex grow flex-col gap-3 p-5 md:p-6">
        {heading && <Heading className="text-h3">{heading}</Heading>}
        {children}
        {footer && <div className="mt-auto flex flex-wrap items-center gap-3 pt-2">{footer}</div>}
      </div>
    </li>
  );
}
