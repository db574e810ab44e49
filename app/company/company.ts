import { useRouteLoaderData } from '@remix-run/react';

/** How the company is called and reached; from the environment, handed to every page by the root loader. */
export interface Company {
  name: string;
  /** As people read it: `+49 30 23125 010`. */
  phone: string;
  whatsapp: string;
  email: string;
  address: string;
}

/** The company's details, for any component below the root. */
export function useCompany(): Company {
  const data = useRouteLoaderData<{ company: Company }>('root');
  if (!data) throw new Error('The company is known only below the root route');
  return data.company;
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
