import type { Environment } from '#app/env/env.server.ts';
import type { Company, SocialNetwork } from './company.ts';

/** Reads the company's details from the environment. */
export function companyFromEnv(env: Environment): Company {
  return {
    name: env.COMPANY_NAME,
    phone: env.COMPANY_PHONE,
    whatsapp: env.COMPANY_WHATSAPP,
    email: env.COMPANY_EMAIL,
    address: env.COMPANY_ADDRESS,
    social: Object.entries(socialUrls(env)).flatMap(([network, href]) =>
      href ? [{ network: network as SocialNetwork, href }] : [],
    ),
  };
}

function socialUrls(env: Environment): Record<SocialNetwork, string | undefined> {
  return {
    facebook: env.COMPANY_SOCIAL_FACEBOOK,
    instagram: env.COMPANY_SOCIAL_INSTAGRAM,
    x: env.COMPANY_SOCIAL_X,
    youtube: env.COMPANY_SOCIAL_YOUTUBE,
  };
}
