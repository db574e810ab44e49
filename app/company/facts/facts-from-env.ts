import type { Environment } from '#app/env/env.server.ts';
import type { CompanyFacts, LocalizedText } from './company-facts.ts';

/** The facts that every page needs. Those that have not been saved are taken from the environment. */
export type BasicFacts = Required<Pick<CompanyFacts, 'name' | 'address' | 'phone' | 'whatsapp' | 'email'>>;

/** The environment variables of the basic facts, which have placeholders as defaults. */
const basicVariables = {
  name: 'COMPANY_NAME',
  address: 'COMPANY_ADDRESS',
  phone: 'COMPANY_PHONE',
  whatsapp: 'COMPANY_WHATSAPP',
  email: 'COMPANY_EMAIL',
} as const;
const basicNames = Object.keys(basicVariables) as (keyof BasicFacts)[];

/** Returns the basic facts from the environment, or their placeholders. */
export function basicFactsFromEnv(env: Environment): BasicFacts {
  return {
    name: { ar: env.COMPANY_NAME_AR, en: env.COMPANY_NAME },
    address: inAllLanguages(env.COMPANY_ADDRESS),
    phone: env.COMPANY_PHONE,
    whatsapp: env.COMPANY_WHATSAPP,
    email: env.COMPANY_EMAIL,
  };
}

/**
 * Returns the facts that are set in the environment, which apply until facts are saved.
 * @param placeholders the company variables that are not set
 */
export function factsFromEnv(env: Environment, placeholders: readonly string[]): CompanyFacts {
  const basic = basicFactsFromEnv(env);
  const social = {
    facebook: env.COMPANY_SOCIAL_FACEBOOK,
    instagram: env.COMPANY_SOCIAL_INSTAGRAM,
    x: env.COMPANY_SOCIAL_X,
    youtube: env.COMPANY_SOCIAL_YOUTUBE,
  };
  return withoutUndefined({
    ...Object.fromEntries(
      basicNames.filter((name) => !placeholders.includes(basicVariables[name])).map((name) => [name, basic[name]]),
    ),
    representative: env.COMPANY_REPRESENTATIVE,
    register: env.COMPANY_REGISTER,
    vatId: env.COMPANY_VAT_ID,
    social: Object.values(social).some(Boolean) ? withoutUndefined(social) : undefined,
  });
}

/** Returns the names of the basic facts that are placeholders: neither saved nor set in the environment. */
export function placeholderFacts(saved: CompanyFacts, placeholders: readonly string[]): string[] {
  return basicNames.filter((name) => saved[name] === undefined && placeholders.includes(basicVariables[name]));
}

function inAllLanguages(text: string): LocalizedText {
  return { ar: text, en: text };
}

function withoutUndefined<Facts extends object>(facts: Facts): Facts {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined)) as Facts;
}
