import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  addMember,
  type DeskBrowser,
  inviteMember,
  openDeskBrowser,
  signInAs,
  withDatabase,
} from '../support/desk-people.ts';
import { send } from '../support/evacuation-request.ts';
import { routeIds } from '../support/every-route.ts';
import { saveEveryState } from '../support/every-state.ts';
import { pdf } from '../support/medical-files.ts';
import { type Page, readPage } from '../support/page.ts';
import { assetChecker } from '../support/page-assets.ts';
import { type Site, startSite } from '../support/site.ts';

// A file that only the server names is easily left out of the build: whatever a page names is fetched.

const env = { FLIGHTS: 'sample', RATE_LIMIT_FACTOR: '100', ANALYTICS_ID: 'G-TEST123' };

let site: Site;
beforeAll(async () => {
  site = await startSite({ env });
});
afterAll(() => site.close());

test('the public site has every file and icon that a page names, in every state', async () => {
  const assets = assetChecker(site.url);
  const problems: string[] = [];
  await saveEveryState(site, async (name, response) => {
    const found = await assets.problemsOf(await response.text(), site.url);
    problems.push(...found.map((problem) => `${name}: ${problem}`));
  });
  expect(problems).toEqual([]);
  const fetched = assets.fetched().join('\n');
  for (const kind of ['.js', '.css', '.woff2', '.svg', '.png', '.webmanifest']) expect(fetched).toContain(kind);
});

test.each(['ar', 'en'])(
  'the icons of a list of flights are in a file, also after pages with them: %s',
  async (language) => {
    await fetch(`${site.url}/${language}/contact`);
    const search = `/${language}/search/flights?origin=RUH&destination=BER&depart_date=2031-01-05&adults=1&children=0&infants=0&travelClass=Y`;
    const page = await readPage(await fetch(site.url + search));
    expect(page.status).toBe(200);
    expect(page.document.querySelector('symbol')).toBeNull();
    expect(page.document.querySelectorAll('use').length).toBeGreaterThan(5);
    expect(await assetChecker(site.url).problemsOf(page.html, site.url)).toEqual([]);
  },
);

describe('desk', () => {
  let desk: Site;
  /** The parts of its paths that vary. A route with another one has to name it here. */
  let parameters: Record<string, string>;
  let browsers: Record<'lead' | 'coordinator' | 'nobody', DeskBrowser>;
  beforeAll(async () => {
    desk = await startSite({ env });
    await send(desk, { condition: 'intensive' }, [{ name: 'report.pdf', bytes: pdf(900) }], 'ar');
    const { reference } = await withDatabase(desk, (database) =>
      database.selectFrom('enquiries').select('reference').executeTakeFirstOrThrow(),
    );
    parameters = {
      $reference: reference,
      $number: '1',
      $token: (await inviteMember(desk, { name: 'Colleague', role: 'coordinator' })).path.split('/').pop() ?? '',
    };
    browsers = {
      lead: await signInAs(desk, await addMember(desk, { name: 'Lead', role: 'lead', language: 'de' })),
      coordinator: await signInAs(desk, await addMember(desk, { name: 'Coordinator', role: 'coordinator' })),
      nobody: openDeskBrowser(desk),
    };
  });
  afterAll(() => desk.close());

  /** Returns the path of each route of the desk in the build. */
  const deskPaths = () =>
    routeIds()
      .filter((id) => id.startsWith('routes/desk.'))
      .map((id) => {
        const parts = id
          .slice('routes/'.length)
          .replace(/_(?=\.|$)/g, '')
          .split('.');
        return `/${parts
          .filter((part) => part !== 'index' && part !== '_index')
          .map((part) => (part.startsWith('$') ? parameters[part] : part))
          .join('/')}`;
      });

  /** Reads every route of the desk and every page that its pages link to. @returns the pages by their paths */
  async function readDesk(browser: DeskBrowser): Promise<Map<string, Page>> {
    const pages = new Map<string, Page>();
    const paths = deskPaths();
    for (const path of paths) {
      if (pages.has(path)) continue;
      const page = await browser.get(path);
      pages.set(path, page);
      const links = page.document.querySelectorAll('a[href^="/desk"]').map((link) => link.getAttribute('href') ?? '');
      const target = page.headers.get('Location');
      paths.push(...links.map((link) => link.replace(/#.*/, '')));
      if (target?.startsWith('/desk')) paths.push(target);
    }
    return pages;
  }

  const isPage = ({ headers }: Page) => headers.get('Content-Type')?.startsWith('text/html') === true;

  test.each(['lead', 'coordinator', 'nobody'] as const)(
    '%s gets every file and icon that a page names',
    async (who) => {
      const pages = await readDesk(browsers[who]);
      const assets = assetChecker(desk.url);
      const problems: string[] = [];
      for (const [path, page] of pages) {
        if (!isPage(page)) continue;
        const found = await assets.problemsOf(page.html, desk.url + path);
        problems.push(...found.map((problem) => `${path}: ${problem}`));
      }
      expect(problems).toEqual([]);
      const shown = [...pages].filter(([, page]) => isPage(page) && page.status === 200).map(([path]) => path);
      expect(shown.length).toBeGreaterThanOrEqual({ lead: 20, coordinator: 10, nobody: 2 }[who]);
    },
  );
});
