import { useRouteLoaderData } from '@remix-run/react';
import { createContext, useContext } from 'react';

/** The company's name and contact details, from the environment; every page gets them from the root loader. */
export interface Company {
  name: string;
  /** Formatted for display: `+49 30 23125 010`. */
  phone: string;
  whatsapp: string;
  email: string;
  address: string;
  /** The company's existing social media pages. */
  social: { network: SocialNetwork; href: string }[];
}

export type SocialNetwork = 'facebook' | 'instagram' | 'x' | 'youtube';

/** The company on the server, where an error page may have no loader data but must still show the phone number. */
export const ServerCompanyContext = createContext<Company | undefined>(undefined);

/**
 * The company's details, for any component.
 * @throws {Error} if there is neither root loader data nor the server's context
 */
export function useCompany(): Company {
  const data = useRouteLoaderData<{ company: Company }>('root');
  const onServer = useContext(ServerCompanyContext);
  const company = data?.company ?? onServer;
  if (!company) throw new Error('useCompany needs the root loader data or CompanyOnServer');
  return company;
}

/** `tel:` URL (RFC 3966) of a phone number that is formatted for display. */
export function phoneHref(phone: string): string {
  return `tel:${phone.replace(/[^+0-9]/g, '')}`;
}

/** WhatsApp URL of a chat with the company, optionally with a prefilled message. */
export function chatHref(whatsapp: string, text?: string): string {
  const query = text ? `?text=${encodeURIComponent(text)}` : '';
  return `https://wa.me/${whatsapp.replace(/[^0-9]/g, '')}${query}`;
}
