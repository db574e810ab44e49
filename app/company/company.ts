import { useRouteLoaderData } from '@remix-run/react';
import { createContext, useContext } from 'react';

/** How the company is called and reached; from the environment, handed to every page by the root loader. */
export interface Company {
  name: string;
  /** As people read it: `+49 30 23125 010`. */
  phone: string;
  whatsapp: string;
  email: string;
  address: string;
  /** The company's pages elsewhere, those that there are. */
  social: { network: SocialNetwork; href: string }[];
}

export type SocialNetwork = 'facebook' | 'instagram' | 'x' | 'youtube';

/** The company as the server knows it: an error page may have no loader's data, and must still say whom to call. */
export const CompanyOnServer = createContext<Company | undefined>(undefined);

/** The company's details, for any component of a page. */
export function useCompany(): Company {
  const data = useRouteLoaderData<{ company: Company }>('root');
  const onServer = useContext(CompanyOnServer);
  const company = data?.company ?? onServer;
  if (!company) throw new Error('The company is known to the server and to pages with the root data');
  return company;
}

/** `tel:` address of a readable number (RFC 3966). */
export function phoneHref(phone: string): string {
  return `tel:${phone.replace(/[^+0-9]/g, '')}`;
}

/** A chat with the company, with a first message to send if given. */
export function chatHref(whatsapp: string, text?: string): string {
  const query = text ? `?text=${encodeURIComponent(text)}` : '';
  return `https://wa.me/${whatsapp.replace(/[^0-9]/g, '')}${query}`;
}
