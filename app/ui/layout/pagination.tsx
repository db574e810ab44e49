import type { ReactNode } from 'react';
import { Icon } from '../icon.tsx';
import { clampPage, pageNumbers } from './page-numbers.ts';

/**
 * Links to the pages of a list; renders nothing for a single page. The links to the previous and next page are below
 * the page numbers on small screens, and next to them on larger ones.
 */
export function Pagination({
  current,
  total,
  href,
  labels,
}: {
  /** The current page, counted from 1; clamped to the existing pages. */
  current: number;
  /** The number of pages. */
  total: number;
  href: (page: number) => string;
  labels: {
    /** The accessible name of the landmark. */
    name: string;
    previous: string;
    next: string;
    /** Returns the accessible name of a page number, such as "Page 3". */
    page: (page: number) => string;
  };
}) {
  if (total <= 1) return null;
  const page = clampPage(current, total);
  return (
    <nav
      aria-label={labels.name}
      className="no-print grid grid-cols-2 items-center gap-x-2 gap-y-3 md:grid-cols-[minmax(max-content,1fr)_auto_minmax(max-content,1fr)]"
    >
      <div className="row-start-2 md:row-start-1 md:text-end">
        {page > 1 && (
          <StepLink href={href(page - 1)} rel="prev">
            <Icon name="chevron-left" className="mirrors" />
            {labels.previous}
          </StepLink>
        )}
      </div>
      <ol className="col-span-2 flex flex-wrap justify-center gap-y-1 md:col-span-1 md:gap-x-1">
        {pageNumbers(page, total).map((number, index) =>
          number === 'gap' ? (
            <li
              key={`gap ${index}`}
              aria-hidden="true"
              className="flex min-h-11 w-2.5 items-center justify-center md:w-5"
            >
              …
            </li>
          ) : (
            <li key={number}>
              <a
                href={href(number)}
                aria-label={labels.page(number)}
                aria-current={number === page ? 'page' : undefined}
                className={`flex min-h-11 min-w-11 items-center justify-center rounded font-semibold no-underline ${
                  number === page
                    ? // In forced colours the border is visible, unlike the background.
                      'border border-transparent bg-action text-ink-inverse'
                    : 'text-action hover:bg-action-soft'
                }`}
              >
                <bdi dir="ltr">{number}</bdi>
              </a>
            </li>
          ),
        )}
      </ol>
      <div className="row-start-2 text-end md:col-start-3 md:row-start-1 md:text-start">
        {page < total && (
          <StepLink href={href(page + 1)} rel="next">
            {labels.next}
            <Icon name="chevron-right" className="mirrors" />
          </StepLink>
        )}
      </div>
    </nav>
  );
}

function StepLink({ href, rel, children }: { href: string; rel: 'prev' | 'next'; children: ReactNode }) {
  return (
    <a
      href={href}
      rel={rel}
      className="inline-flex min-h-11 items-center justify-center gap-2 rounded px-3 font-semibold text-action no-underline hover:bg-action-soft"
    >
      {children}
    </a>
  );
}
