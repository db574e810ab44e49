import { useCompany } from '#app/company/company.ts';
import { phoneHref } from '#app/i18n/input/phone-number.ts';
import { pathIn } from '#app/i18n/languages.ts';
import { useLanguage } from '#app/i18n/use-language.ts';
import { LineIcon } from '#app/ui/icon.tsx';
import type { IconName } from '#app/ui/icon-names.ts';
import type { Ways } from '../copy/content-schema.ts';

/** The three ways to begin: requesting an urgent flight, asking hospitals, and calling. Each takes one tap. */
export function WaysToBegin({ ways, urgentHref }: { ways: Ways; urgentHref: string }) {
  const language = useLanguage();
  const { phone } = useCompany();
  return (
    <nav aria-labelledby="ways-to-begin" className="grid content-start gap-3">
      <h2 id="ways-to-begin" className="text-h3">
        {ways.heading}
      </h2>
      <ul className="grid gap-2">
        <Way {...ways.urgent} href={urgentHref} icon="plane" className="way-to-begin-urgent" />
        <Way {...ways.hospitals} href={pathIn(language, '/treatment/request')} icon="stethoscope" />
        <Way {...ways.call} href={phoneHref(phone)} icon="phone" number={phone} />
      </ul>
    </nav>
  );
}

function Way({
  title,
  text,
  href,
  icon,
  number,
  className = '',
}: {
  title: string;
  text: string;
  href: string | undefined;
  icon: IconName;
  /** A phone number, shown after the title. */
  number?: string;
  className?: string;
}) {
  return (
    <li>
      <a href={href} className={`way-to-begin ${className}`}>
        <LineIcon name={icon} />
        <span className="min-w-0">
          <span className="block font-semibold">
            {title}{' '}
            {number && (
              <bdi dir="ltr" className="inline-block">
                {number}
              </bdi>
            )}
          </span>{' '}
          <span className="block text-small">{text}</span>
        </span>
      </a>
    </li>
  );
}
