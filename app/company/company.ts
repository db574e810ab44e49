import { useRouteLoaderData } from '@remix-run/react';
import { createContext, useContext } from 'react';
import type { OpeningHours } from './facts/company-facts.ts';
import type { CompanyTimes } from './pages/shown-facts.ts';

/** What every page shows about the company, in the page's language. It comes from the root loader. */
export interface Company {
  /** The version of the company facts that it is based on. */
  version: number;
  name: string;
  /** Formatted for display: `+49 30 23125 010`. */
  phone: string;
  /** Phone number of the WhatsApp account, formatted for display. */
  whatsapp: string;
  email: string;
  address: string;
  /** For urgent calls, if it differs from `phone`. */
  emergencyPhone?: string | undefined;
  /** The company's social media pages. */
  social: { network: SocialNetwork; href: string }[];
  /** When somebody answers the phone, for search engines. */
  hours?: OpeningHours | undefined;
  /** When somebody answers the phone, and how soon the company replies. */
  times: CompanyTimes;
  /** A temporary announcement at the top of every page. */
  notice?: string | undefined;
}

export type SocialNetwork = 'facebook' | 'instagram' | 'x' | 'youtube';

/**
 * Provides the company's details on the server, where an error page may lack loader data but must still show the phone
 * number.
 */
export const ServerCompanyContext = createContext<Company | undefined>(undefined);

/**
 * Returns the company's details.
 * @throws {Error} if neither root loader data nor {@link ServerCompanyContext} is available
 */
export function useCompany(): Company {
  const data = useRouteLoaderData<{ company: Company }>('root');
  const companyOnServer = useContext(ServerCompanyContext);
  const company = data?.company ?? companyOnServer;
  if (!company) throw new Error('useCompany requires root loader data or ServerCompanyContext');
  return company;
}
