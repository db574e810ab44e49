import { useTranslation } from 'react-i18next';
import { pathIn } from '#app/i18n/languages.ts';
import { useFormLanguage } from '#app/i18n/use-language.ts';
import { Icon } from '#app/ui/icon.tsx';
import { StaticPart } from '#app/ui/static-part.tsx';
import { callBackPath } from './call-back-fields.ts';

/** The id of the call-back section at the end of a page. */
export const callBackSectionId = 'call-back-section';

/** A link to the call-back form. @param href where the form is; its own page by default */
export function CallBackLink({ href }: { href?: string }) {
  return (
    <StaticPart id="call-back-link" as="nav" aria-labelledby="call-back-words" className="no-print">
      {import.meta.env.SSR && <Link href={href} />}
    </StaticPart>
  );
}

function Link({ href }: { href: string | undefined }) {
  const { t } = useTranslation('call-back');
  const language = useFormLanguage();
  return (
    <a href={href ?? pathIn(language, callBackPath)} className="panel-link">
      <Icon name="phone" className="text-h2 text-action" />
      <span id="call-back-words" className="font-semibold text-action">
        {t('link')}
      </span>
    </a>
  );
}
