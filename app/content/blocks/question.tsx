import { Icon } from '#app/ui/icon.tsx';
import type { FaqItem } from '../copy/content-schema.ts';
import { RichText } from './prose.tsx';

/** A question that opens its answer. */
export function Question({ item: { q, a }, isOpen }: { item: FaqItem; isOpen?: boolean }) {
  return (
    <details className="faq" open={isOpen}>
      <summary>
        <h3>{q}</h3>
        <Icon name="chevron-down" />
      </summary>
      <p>
        <RichText text={a} />
      </p>
    </details>
  );
}
