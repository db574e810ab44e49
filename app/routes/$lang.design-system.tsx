import type { PageHandle } from '#app/content/frame/current-page.ts';
import { DesignSystem } from '#app/design-system/design-system.tsx';
import { useLanguage } from '#app/i18n/use-language.ts';

export const handle: PageHandle = { startsReact: 'on-idle' };

/** Shows all components of app/ui, in development only: `remix.config.js` excludes this route from builds. */
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
