import { fileURLToPath } from 'node:url';
import { flatRoutes } from '@remix-run/dev/dist/config/flat-routes.js';
import { languageCodes } from '../../app/i18n/languages.ts';
import remixConfig from '../../remix.config.js';

/** A route of the site, with its URLs and the expected statuses. */
export interface Route {
  /** Remix's route id, as used in `?_data=`. */
  id: string;
  /** One URL in each language, or a single URL without a language. */
  paths: string[];
  /** Expected status of a GET. */
  getStatus: number;
  /** Expected status of an empty POST; 405 if the route has no action. */
  postStatus: number;
  /** The response is for one visitor only and must not be cached. */
  isPrivate?: true;
}

type Expected = Omit<Route, 'id' | 'paths'>;

const inEach = (path: string) => languageCodes.map((language) => `/${language}${path}`);

/** The path of a receipt that does not exist. */
const noReceipt = '/requests/AAAAAAAAAAAAAAAAAAAAAA';

function route(name: string, paths: string[], expected: Expected): Route {
  return { id: `routes/${name}`, paths, ...expected };
}

const page: Expected = { getStatus: 200, postStatus: 405 };
/** A page with a form that accepts files; an empty POST is not a valid form submission. */
const form: Expected = { getStatus: 200, postStatus: 400 };

/** The web desk of a site without accounts. */
const noDesk: Expected = { getStatus: 404, postStatus: 404, isPrivate: true };
const noDeskPage: Expected = { getStatus: 404, postStatus: 405, isPrivate: true };

/** Every route of the site. A test fails if one is missing. */
export const everyRoute: Route[] = [
  route('_index', ['/'], { getStatus: 302, postStatus: 405 }),
  route('$lang', inEach(''), { getStatus: 200, postStatus: 400 }),
  route('$lang._index', inEach('?index'), form),
  route('$lang.$', inEach('/nothing/here'), { getStatus: 404, postStatus: 405 }),
  route('$lang.$article', inEach('/imprint'), page),
  route('$lang.about', inEach('/about'), page),
  route('$lang.book-flight', inEach('/book-flight'), form),
  route('$lang.call-back', inEach('/call-back'), form),
  route('$lang.careers', inEach('/careers'), page),
  route('$lang.contact', inEach('/contact'), form),
  route('$lang.cookie-preferences', inEach('/cookie-preferences'), {
    getStatus: 200,
    postStatus: 303,
    isPrivate: true,
  }),
  route('$lang.flights.$id', inEach('/flights/x?search=y&back=/ar'), {
    getStatus: 410,
    postStatus: 405,
    isPrivate: true,
  }),
  route('$lang.flights._index', inEach('/flights'), page),
  route('$lang.help-center', inEach('/help-center'), page),
  route('$lang.medical-flight.$id', inEach('/medical-flight/incubator'), form),
  route('$lang.open.$token', inEach('/open/AAAAAAAAAAAAAAAAAAAAAA'), {
    getStatus: 404,
    postStatus: 404,
    isPrivate: true,
  }),
  route('$lang.partners', inEach('/partners'), page),
  route('$lang.press', inEach('/press'), page),
  route('$lang.requests.$token', inEach(noReceipt), { getStatus: 404, postStatus: 303, isPrivate: true }),
  route('$lang.requests.$token_.delete', inEach(`${noReceipt}/delete`), {
    getStatus: 404,
    postStatus: 303,
    isPrivate: true,
  }),
  route('$lang.requests.$token_.files.$number', inEach(`${noReceipt}/files/1`), {
    getStatus: 302,
    postStatus: 405,
    isPrivate: true,
  }),
  route('$lang.requests.$token_.sheet', inEach(`${noReceipt}/sheet`), {
    getStatus: 404,
    postStatus: 405,
    isPrivate: true,
  }),
  route('$lang.search.flights', inEach('/search/flights'), { getStatus: 200, postStatus: 405, isPrivate: true }),
  route('$lang.services.$service', inEach('/services/nursing'), page),
  route('$lang.services._index', inEach('/services'), page),
  route('$lang.services.booking', inEach('/services/booking'), form),
  route('$lang.services.evacuation', inEach('/services/evacuation'), form),
  route('$lang.site[.]webmanifest', inEach('/site.webmanifest'), page),
  route('$lang.treatment.$category', inEach('/treatment/oncology'), { getStatus: 301, postStatus: 405 }),
  route('$lang.treatment.request', inEach('/treatment/request'), form),
  route('$lang.treatment._index', inEach('/treatment'), page),
  route('api.requests.$reference.status', ['/api/requests/W3FR-G49H/status'], { getStatus: 404, postStatus: 404 }),
  route('carriers.$code', ['/carriers/LH'], page),
  route('company-pictures.$name', ['/company-pictures/0123456789abcdef.png'], { getStatus: 404, postStatus: 405 }),
  route('deeplink', ['/deeplink?locale=en'], { getStatus: 400, postStatus: 400, isPrivate: true }),
  // The web desk is off, because the sites that these routes are tested on have no accounts.
  route('desk._index', ['/desk?index'], noDeskPage),
  route('desk.account', ['/desk/account'], noDesk),
  route('desk.audit', ['/desk/audit'], noDeskPage),
  route('desk.company', ['/desk/company'], noDesk),
  route('desk.join.$token', ['/desk/join/AAAAAAAAAAAAAAAAAAAAAA'], noDesk),
  route('desk.people', ['/desk/people'], noDesk),
  route('desk.person', ['/desk/person'], noDesk),
  route('desk.requests._index', ['/desk/requests?index'], noDeskPage),
  route('desk.requests.news', ['/desk/requests/news'], noDeskPage),
  route('desk.requests.$reference', ['/desk/requests/AAAAAAAA'], noDesk),
  route('desk.requests.$reference_.files.$number', ['/desk/requests/AAAAAAAA/files/1'], noDesk),
  route('desk.requests.$reference_.send', ['/desk/requests/AAAAAAAA/send'], noDesk),
  route('desk.requests.$reference_.sheet', ['/desk/requests/AAAAAAAA/sheet'], noDeskPage),
  route('desk.sign-in', ['/desk/sign-in'], noDesk),
  route('desk.sign-out', ['/desk/sign-out'], noDesk),
  route('desk.weeks', ['/desk/weeks'], noDesk),
  route('faults', ['/faults'], { getStatus: 400, postStatus: 204 }),
  route('journeys', ['/journeys'], { getStatus: 400, postStatus: 404 }),
  route('robots[.]txt', ['/robots.txt'], page),
  route('sitemap[.]xml', ['/sitemap.xml'], page),
  route('towns.$letters', ['/towns/be?names=en'], page),
  route('treatment.$lang.$category', ['/treatment/ar/oncology', '/treatment/en/oncology'], page),
  route('treatment.$lang._index', ['/treatment/ar', '/treatment/en'], { getStatus: 301, postStatus: 405 }),
];

/** URLs handled outside Remix, and URLs without a route. */
export const otherAddresses = ['/uploads', '/uploads/x', '/assets', '/assets/none.js', '/favicon.svg', '/nothing'];

/** A URL of every route in every language, and the other URLs. */
export const everyAddress = [...everyRoute.flatMap(({ paths }) => paths), ...otherAddresses];

/** Returns the ids of all routes that a build contains, as listed from the source folder. */
export function routeIds(): string[] {
  const folder = fileURLToPath(new URL('../../app', import.meta.url));
  return Object.values(flatRoutes(folder, remixConfig.ignoredRouteFiles)).map(({ id }) => id);
}
