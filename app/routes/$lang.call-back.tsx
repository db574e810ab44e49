import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { UrgentCall } from '#app/company/urgent-call.tsx';
import { formContentOf } from '#app/content/copy/content-of-request.server.ts';
import { FormInOtherLanguages } from '#app/enquiries/form/form-in-other-languages.tsx';
import type { FormActionData } from '#app/enquiries/form-action-data.ts';
import { CallBackErrorSummary, CallBackForm, useCallBackForm } from '#app/enquiries/kinds/call-back/call-back-form.tsx';
import { callBackKind } from '#app/enquiries/kinds/call-back/call-back-kind.server.ts';
import { services } from '#app/services.server.ts';
import { postEnquiry } from '#app/submissions/enquiry-post.server.ts';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { content } = formContentOf({ request, context }, await services());
  const { head, heading, lead } = content['call-back'];
  return { page: { ...head, name: heading, form: 'call-back', callBack: 'none' }, heading, lead };
}

/** Handles the form of this page, and those at the end of other pages. */
export const action = (args: ActionFunctionArgs) => postEnquiry(args, callBackKind);

/** The page for requesting a call. It also shows the errors of the same form on other pages. It needs no React. */
export default function CallBackPage() {
  const { heading, lead } = useLoaderData<typeof loader>();
  const form = useCallBackForm(useActionData<FormActionData>());
  return (
    <main id="content" className="mx-auto grid max-w-form gap-6 px-4 py-8 md:py-12">
      <div className="[&:empty]:hidden">
        <CallBackErrorSummary form={form} />
      </div>
      <div className="grid gap-2">
        <h1 className="text-h1">{heading}</h1>
        <p className="text-lead text-ink-muted">{lead}</p>
      </div>
      <UrgentCall />
      <div id="call-back-form" className="call-back-section">
        <FormInOtherLanguages formId="call-back-form" />
        <CallBackForm form={form} />
      </div>
    </main>
  );
}
