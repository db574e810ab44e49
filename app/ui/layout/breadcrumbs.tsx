import { Icon } from '../icon.tsx';

/**
 * Breadcrumbs from the home page to the current page. They are unobtrusive, mainly for visitors from search engines.
 */
export function Breadcrumbs({
  label,
  items,
}: {
  /** The accessible name of the landmark. */
  label: string;
  /** The pages, from the home page to the current page. */
  items: { name: string; href: string }[];
}) {
  return (
    <nav aria-label={label} className="no-print text-small text-ink-muted">
      <ol className="flex flex-wrap items-center">
        {items.map(({ name, href }, index) => {
          const isCurrent = index === items.length - 1;
          return (
            <li key={href} className="flex items-center">
              {isCurrent ? (
                <span aria-current="page" className="py-2 text-ink">
                  {name}
                </span>
              ) : (
                <a
                  href={href}
                  className="inline-flex min-h-11 min-w-11 items-center underline decoration-transparent hover:text-action hover:decoration-current"
                >
                  {name}
                </a>
              )}
              {!isCurrent && <Icon name="chevron-right" className="mx-1 mirrors" />}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
