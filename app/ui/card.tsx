import type { ReactNode } from 'react';

/**
 * A raised surface for one thing: a picture on top, a heading, text, and a footer for what leads on. In a grid,
 * cards of a row are equally high and their footers stand in a line.
 */
export function Card({
  as: Element = 'article',
  heading,
  level = 3,
  picture,
  footer,
  children,
}: {
  /** `li` in a list of cards. */
  as?: 'article' | 'section' | 'li';
  heading?: ReactNode;
  level?: 2 | 3 | 4;
  /** Fills the card from edge to edge; hidden from screen readers or with its own words. */
  picture?: ReactNode;
  footer?: ReactNode;
  children?: ReactNode;
}) {
  const Heading = `h${level}` as const;
  return (
    // Forced colours take the shadow away and show the outline instead.
    <Element className="flex flex-col rounded-card bg-surface-raised shadow-raised outline outline-1 -outline-offset-1 outline-transparent">
      {picture && <div className="overflow-hidden rounded-t-card">{picture}</div>}
      <div className="flex grow flex-col gap-3 p-5 md:p-6">
        {heading && <Heading className="text-h3">{heading}</Heading>}
        {children}
        {footer && <div className="mt-auto flex flex-wrap items-center gap-3 pt-2">{footer}</div>}
      </div>
    </Element>
  );
}
