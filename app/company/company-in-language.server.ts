import type { FormLanguage } from '#app/i18n/languages.ts';
import type { Company, SocialNetwork } from './company.ts';
import { textIn } from './facts/company-facts.ts';
import type { FactsWatch } from './facts/published-facts.ts';
import { companyTimes } from './pages/facts-on-pages.server.ts';

/** Returns what every page shows about the company, in the page's language. */
export function companyIn(language: FormLanguage, watch: Pick<FactsWatch, 'current' | 'showsNotice'>): Company {
  const { version, facts } = watch.current();
  const { name, phone, whatsapp, email, address, emergencyPhone, social = {}, hours, notice } = facts;
  return {
    version,
    name: textIn(name, language),
    phone,
    whatsapp,
    email,
    address: textIn(address, language),
    emergencyPhone,
    social: Object.entries(social).flatMap(([network, href]) =>
      href ? [{ network: network as SocialNetwork, href }] : [],
    ),
    hours,
    times: companyTimes(facts, language, Date.now()),
    notice: notice && watch.showsNotice() ? textIn(notice.text, language) : undefined,
  };
}
