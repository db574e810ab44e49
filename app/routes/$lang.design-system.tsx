import { useLanguage } from '#app/i18n/use-language.ts';
import type { PageHandle } from '#app/content/current-page.ts';
import { DesignSystem } from '#app/ui/design-system/design-system.tsx';

export const handle: PageHandle = { needsReact: true };

/** The parts of app/ui on one page. In development only: `remix.config.js` leaves this route out of builds. */
export function loader() {
  return { page: { title: 'Design system', isPrivate: true } };
}

export default function DesignSystemPage() {
  const language = useLanguage();
  return (
    <main id="content">
      <DesignSystem language={language} />
    </main>
  );
}
