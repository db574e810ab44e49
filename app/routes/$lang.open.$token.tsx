import { type ActionFunctionArgs, type HeadersFunction, json, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import type { PageHandle } from '#app/content/frame/current-page.ts';
import { privateHeaders } from '#app/content/frame/private-headers.server.ts';
import { findSentLink, openSentLink } from '#app/enquiries/correspondence/sent-links.server.ts';
import { GoneReceipt } from '#app/enquiries/receipt/gone-receipt.tsx';
import { digitsField } from '#app/enquiries/receipt/open-link-fields.ts';
import { OpenLinkForm, type OpenLinkProblem } from '#app/enquiries/receipt/open-link-form.tsx';
import { receiptPath } from '#app/enquiries/receipt/receipt-address.server.ts';
import { publicOrigin } from '#app/env/origin.server.ts';
import { submittedText } from '#app/forms/submitted-text.ts';
import { languageOf } from '#app/i18n/language-choice.server.ts';
import { i18n } from '#app/i18n/texts/i18n.server.ts';
import { notFound } from '#app/problems/not-found.server.ts';
import { services } from '#app/services.server.ts';
import { findDocumentLanguage } from '#app/submissions/document-language.server.ts';
import { respondGone } from '#app/submissions/receipt/load-receipt.server.ts';
import { noFiles } from '#app/uploads/receive/no-files.ts';
import { readUpload } from '#app/uploads/receive/read-upload.server.ts';

export const handle: PageHandle = { i18n: ['receipt', 'forms'] };

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

/**
 * Asks for the digits that open a sent link. Has no side effects, because email scanners follow links as well. Responds
 * with 404 for an unknown link and 410 for one that no longer works.
 */
export async function loader(args: LoaderFunctionArgs) {
  const { database } = await services();
  const language = await findDocumentLanguage(args, database);
  const link = await findSentLink(database, args.params.token ?? '', Date.now());
  if (!link) throw notFound();
  const t = await i18n.getFixedT(language, 'receipt');
  if (link.state === 'closed') return respondGone(t('closed.title'), { reason: 'closed' });
  return json({ page: { title: t('open.title'), isPrivate: true }, gone: null }, { headers: privateHeaders() });
}

/** Opens a receipt if the digits are correct. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { database, env } = await services();
  const { fields } = await readUpload(request, noFiles);
  context.submitted = fields;
  const typed = submittedText(fields, digitsField) ?? '';
  const opened = await openSentLink(database, params.token ?? '', typed, Date.now());
  if (opened.outcome === 'opened') {
    const receipt = receiptPath(languageOf({ request, context }), opened.receiptToken);
    return new Response(null, {
      status: 303,
      headers: { Location: publicOrigin(request, env) + receipt, 'Cache-Control': 'no-store' },
    });
  }
  if (opened.outcome === 'wrong' || opened.outcome === 'incomplete') {
    return json({ failed: true, problem: opened }, { status: 400, headers: privateHeaders() });
  }
  // The loader reports the state of the link.
  return json({ failed: true }, { status: opened.outcome === 'closed' ? 410 : 404, headers: privateHeaders() });
}

export default function OpenLinkRoute() {
  const data = useLoaderData<typeof loader>();
  const actionData = useActionData<{ problem?: OpenLinkProblem }>();
  if (data.gone) return <GoneReceipt gone={data.gone} />;
  return <OpenLinkForm problem={actionData?.problem} />;
}
