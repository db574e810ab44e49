import type { LoaderFunctionArgs } from '@remix-run/node';
import script from 'virtual:desk-news.js';
import { mailTexts } from '#app/delivery/message/mail-texts.ts';
import { deskPage } from '#app/desk/desk-page.server.tsx';
import { deskRoute } from '#app/desk/desk-route.server.tsx';
import { listPeople } from '#app/desk/people/people.server.ts';
import { requestFilters } from '#app/desk/requests/request-index.server.ts';
import { requestsStamp } from '#app/desk/requests/requests-stamp.server.ts';
import { RequestList } from '#app/desk/view/request-list.tsx';
import type { EnquiryKind } from '#app/enquiries/enquiry.ts';
import { enquiryKinds } from '#app/enquiries/kinds/enquiry-kinds.server.ts';
import { isIsoDate } from '#app/i18n/format/dates.ts';
import { listExpiring } from '#app/retention/expiry.server.ts';
import { services } from '#app/services.server.ts';

const kinds = Object.keys(enquiryKinds) as EnquiryKind[];

const routeId = 'routes/desk.requests._index';

export async function loader(args: LoaderFunctionArgs) {
  const site = await services();
  return deskRoute(site, routeId, args, async ({ desk, now }) => {
    const query = new URL(args.request.url).searchParams;
    const filter = requestFilters.find((name) => name === query.get('show')) ?? 'open';
    const search = (query.get('q') ?? '').slice(0, 100);
    const page = Math.max(1, Math.floor(Number(query.get('page'))) || 1);
    const kind = kinds.find((name) => name === query.get('kind'));
    const chosenDay = query.get('day') ?? '';
    const day = isIsoDate(chosenDay) ? chosenDay : undefined;
    const listQuery = { filter, search, kind, day, page };
    const { requests, count } = await site.requestIndex.list({ ...listQuery, personId: desk.person.id });
    if (search !== '') {
      await site.readingAudit.record({
        at: now,
        personId: desk.person.id,
        action: 'requests_listed',
        subject: null,
      });
    }
    const expiring =
      desk.person.role === 'lead' ? await listExpiring(site.database, { retentionDays: site.env.RETENTION_DAYS }) : [];
    const content = (
      <RequestList
        {...{ desk, requests, expiring, count, now }}
        query={listQuery}
        stamp={await requestsStamp(site.database)}
        kinds={kinds}
        people={await listPeople(site.database)}
        kindName={(name) => enquiryKinds[name].label[desk.language]}
        reasonName={(reason) => mailTexts[desk.language].reason[reason]}
      />
    );
    return deskPage({ routeId, title: desk.texts.requests.title, section: 'requests', script, desk }, content);
  });
}
