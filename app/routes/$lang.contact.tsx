import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { ContactDetails, ContactWays } from '#app/content/contact-info.tsx';
import type { PageHandle } from '#app/content/current-page.ts';
import { PageIntro } from '#app/content/page-intro.tsx';
import { ContactForm, ContactProblems, useContactForm } from '#app/enquiries/contact/contact-form.tsx';
import { contactRecipe } from '#app/enquiries/contact/contact-recipe.server.ts';
import { ProblemDialog } from '#app/enquiries/problem-dialog.tsx';
import { keepFormWhenOffline, type FormAnswer } from '#app/enquiries/form-answer.ts';
import { contentOf } from './content-of-request.server.ts';
import { postEnquiry } from './enquiry-post.server.ts';

export const handle: PageHandle = { i18n: ['contact', 'forms'], needsReact: true };

export async function loader({ request }: LoaderFunctionArgs) {
  const { content } = await contentOf(request);
  const { head, ...contact } = content.contact;
  return { page: { ...head, name: contact.heading, form: 'contact' }, contact };
}

/** A page's data changes with the page only; asked again after a post, a lost connection would take the form away. */
export const shouldRevalidate = () => false;

export const action = (post: ActionFunctionArgs) => postEnquiry(post, contactRecipe);

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  keepFormWhenOffline(() => serverAction<FormAnswer>());

export default function ContactPage() {
  const { t } = useTranslation('contact');
  const { contact } = useLoaderData<typeof loader>();
  const message = useContactForm(useActionData<FormAnswer>());
  return (
    <main id="content" className="page">
      <div className="[&:empty]:hidden">
        <ContactProblems request={message} />
      </div>
      <PageIntro heading={contact.heading} lead={contact.intro} />
      <ContactWays contact={contact} />
      <div className="grid items-start gap-8 lg:grid-cols-[38rem_1fr]">
        <section
          id="contact-form"
          aria-labelledby="contact-form-heading"
          className="rounded-card bg-surface-raised p-5 shadow-raised md:p-10"
        >
          <h2 id="contact-form-heading" className="mb-6 text-h2">
            {t('form.heading')}
          </h2>
          <ContactForm request={message} />
          <ProblemDialog request={message} />
        </section>
        <ContactDetails contact={contact} />
      </div>
    </main>
  );
}
