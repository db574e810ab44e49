import type { ActionFunctionArgs } from '@remix-run/node';
import { maxReportBytes, readErrorReport } from '#app/problems/report/read-error-report.server.ts';
import { services } from '#app/services.server.ts';
import { readText } from '#app/uploads/receive/read-text.server.ts';

/** Receives error reports from browsers (`sendBeacon`). Always responds with 204, because nobody reads the response. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { log, limits } = await services();
  const isLimited = (await limits.errorReports.consume(context.visitorAddress)) !== undefined;
  const report = isLimited ? undefined : readErrorReport((await readText(request, maxReportBytes)) ?? '');
  if (report) log.warn(report, 'Error reported by a browser');
  return new Response(null, { status: 204 });
}
