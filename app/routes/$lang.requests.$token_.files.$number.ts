import type { LoaderFunctionArgs } from '@remix-run/node';
import { privateHeaders } from '#app/content/frame/private-headers.server.ts';
import { readSharedFiles } from '#app/enquiries/correspondence/desk-messages.server.ts';
import { receiptPath } from '#app/enquiries/receipt/receipt-address.server.ts';
import { readEnquiry } from '#app/enquiries/store/read-enquiry.server.ts';
import { publicOrigin } from '#app/env/origin.server.ts';
import { languageOf } from '#app/i18n/language-choice.server.ts';
import { services } from '#app/services.server.ts';
import { fileResponse } from '#app/uploads/storage/file-response.server.ts';

/**
 * Serves a file that the desk has sent to the family, always as a download. If there is no such file, redirects to the
 * receipt, which explains what has happened to the request.
 */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { database, env, files } = await services();
  const { token = '', number = '' } = params;
  const record = await readEnquiry(database, { receiptToken: token });
  const file = record && (await readSharedFiles(database, record.enquiry.id))[Number(number) - 1];
  const response = file && (await fileResponse(file, files, privateHeaders()));
  if (response) return response;
  const receipt = publicOrigin(request, env) + receiptPath(languageOf({ request, context }), token);
  return new Response(null, { status: 302, headers: { Location: receipt, 'Cache-Control': 'no-store' } });
}
