import type { Environment } from '#app/env.server.ts';
import type { Company } from './company.ts';

/** The company's details as the environment sets them. */
export function companyOf(env: Environment): Company {
  return {
    name: env.COMPANY_NAME,
    phone: env.COMPANY_PHONE,
    whatsapp: env.COMPANY_WHATSAPP,
    email: env.COMPANY_EMAIL,
    address: env.COMPANY_ADDRESS,
  };
}
