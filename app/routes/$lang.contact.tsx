import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { ContactInfo } from '#app/content/contact-info.tsx';
import { contentOf } from './content-of-request.server.ts';

export async function loader({ request }: LoaderFunctionArgs) {
  const { content } = await contentOf(request);
  const { contact } = content;
  return { page: { ...contact.head, name: contact.heading }, contact };
}

export default function ContactPage() {
  const { contact } = useLoaderData<typeof loader>();
  return (
    <main id="content" className="page">
      <ContactInfo contact={contact} />
    </main>
  );
}
