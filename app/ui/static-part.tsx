import { type HTMLAttributes, useState } from 'react';

interface StaticPartProps extends HTMLAttributes<HTMLElement> {
  /** Unique in the document. */
  id: string;
  as?: 'div' | 'header' | 'footer' | 'section' | 'nav';
}

/**
 * A part of the page that React does not render in the browser, but adopts as the server has sent it: neither the
 * components nor the texts inside are loaded. The caller passes the children only on the server, with
 * `import.meta.env.SSR && …`, which removes their modules from the browser's bundles. Scripts may change the elements
 * inside, because React never touches them again.
 */
export function StaticPart({ as: Tag = 'div', children, ...props }: StaticPartProps) {
  // If React has to rebuild the document, the elements are still the server's.
  const [html] = useState(() => (import.meta.env.SSR ? '' : (document.getElementById(props.id)?.innerHTML ?? '')));
  if (import.meta.env.SSR) return <Tag {...props}>{children}</Tag>;
  return <Tag {...props} dangerouslySetInnerHTML={{ __html: html }} suppressHydrationWarning />;
}
