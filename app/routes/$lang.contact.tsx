import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { type ClientActionFunctionArgs, useActionData, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { PageIntro } from '#app/content/blocks/page-intro.tsx';
import { formContentOf } from '#app/content/copy/content-of-request.server.ts';
import type { PageHandle } from '#app/content/frame/current-page.ts';
import { ContactChannels, DocumentsAndPrivacy } from '#app/content/pages/contact-info.tsx';
import { FormInOtherLanguages } from '#app/enquiries/form/form-in-other-languages.tsx';
import { ProblemDialog } from '#app/enquiries/form/problem-dialog.tsx';
import { type FormActionData, keepFormOnFailure } from '#app/enquiries/form-action-data.ts';
import { CallBackLink, callBackSectionId } from '#app/enquiries/kinds/call-back/call-back-link.tsx';
import { ContactErrorSummary, ContactForm, useContactForm } from '#app/enquiries/kinds/contact/contact-form.tsx';
import { contactKind } from '#app/enquiries/kinds/contact/contact-kind.server.ts';
import { services } from '#app/services.server.ts';
import { postEnquiry } from '#app/submissions/enquiry-post.server.ts';
import { StaticPart } from '#app/ui/static-part.tsx';

export const handle: PageHandle = { i18n: ['contact', 'forms'], startsReact: 'on-form-interaction' };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { content } = formContentOf({ request, context }, await services());
  const { head, ...contact } = content.contact;
  return { page: { ...head, name: contact.heading, form: 'contact', callBack: 'form' }, contact };
}

/**
 * Loader data changes only when the visitor navigates to another page, so a submission leaves nothing to revalidate. If
 * revalidation failed because of a lost connection, the form would be lost.
 */
export const shouldRevalidate = () => false;

export const action = (args: ActionFunctionArgs) => postEnquiry(args, contactKind);

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  keepFormOnFailure(() => serverAction<FormActionData>());

export default function ContactPage() {
  const { t } = useTranslation('contact');
  const { contact } = useLoaderData<typeof loader>();
  const form = useContactForm(useActionData<FormActionData>());
  return (
    <main id="content" className="page">
      <div className="[&:empty]:hidden">
        <ContactErrorSummary form={form} />
      </div>
      <StaticPart id="intro">
        {import.meta.env.SSR && <PageIntro heading={contact.heading} lead={contact.intro} />}
      </StaticPart>
      <StaticPart id="channels">{import.meta.env.SSR && <ContactChannels contact={contact} />}</StaticPart>
      <CallBackLink href={`#${callBackSectionId}`} />
      <div className="grid items-start gap-8 lg:grid-cols-[38rem_1fr]">
        <section
          id="contact-form"
          aria-labelledby="contact-form-heading"
          className="rounded-card bg-surface-raised p-5 shadow-raised md:p-10"
        >
          <FormInOtherLanguages formId="contact-form" />
          <h2 id="contact-form-heading" className="mb-6 text-h2">
            {t('form.heading')}
          </h2>
          <ContactForm form={form} />
          <ProblemDialog form={form} />
        </section>
        <StaticPart id="details">{import.meta.env.SSR && <DocumentsAndPrivacy contact={contact} />}</StaticPart>
      </div>
    </main>
  );
}
