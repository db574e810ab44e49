import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { expectUnharmed } from '../support/expect-unharmed.ts';
import { responsesIn, sendBytes } from '../support/raw-socket.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite({ env: { RATE_LIMIT_FACTOR: '1000' } });
});
afterAll(() => site.close());
afterEach(() => expectUnharmed(site));

/** Private files near the public ones, with a pattern that the content of each matches. */
const privateFiles: [path: string, content: RegExp][] = [
  ['package.json', /"dependencies"/],
  ['package-lock.json', /lockfileVersion/],
  ['server.ts', /createRequestHandler/],
  ['remix.config.js', /appDirectory/],
  ['.env', /[A-Z_]+=/],
  ['.env.example', /[A-Z_]+=/],
  ['.git/config', /\[core\]/],
  ['.git', /gitdir/],
  ['app/env/env.server.ts', /environmentSchema/],
  ['build/server/index.js', /server-build/],
  ['server/index.js', /server-build/],
  ['data/site.db', /SQLite format/],
  ['site.db', /SQLite format/],
  ['node_modules/express/package.json', /"express"/],
  ['etc/passwd', /root:[^:]*:0:0:/],
  ['proc/self/environ', /PATH=/],
  ['.vite/manifest.json', /"isEntry"/],
];

/** Path traversals in various notations. */
const traversals = [
  '/',
  '/../',
  '/../../',
  `/${'../'.repeat(12)}`,
  '/./',
  '//',
  '/%2e%2e/',
  `/${'%2e%2e/'.repeat(8)}`,
  '/..%2f',
  `/${'..%2f'.repeat(8)}`,
  '/%2e%2e%2f',
  '/%252e%252e%252f',
  '/..%252f',
  '/..\\',
  '/..%5c',
  '/..%255c',
  '/....//',
  '/..;/',
  '/%c0%ae%c0%ae/',
  '/%c0%af',
  '/%e0%80%af',
  '/%uff0e%uff0e/',
  '/．．/',
  '/%ef%bc%8e%ef%bc%8e/',
  '/..%00/',
  '/%00/',
  '/x%00/../',
  '/\0',
  '/.%0d./',
  '/~/',
  '/:/',
  '/C:/',
  '/file:///',
];

/** Paths from which files are served, or that a route handles. */
const basePaths = ['', '/assets', '/uploads', '/carriers', '/en/requests', '/build'];

const ask = (path: string, method = 'GET') =>
  sendBytes(site, Buffer.from(`${method} ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`));

/** Runs `work` on all items, eight at a time. */
async function forEachConcurrently<Item>(items: Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const remaining = [...items];
  const worker = async () => {
    for (let item = remaining.pop(); item !== undefined; item = remaining.pop()) await work(item);
  };
  await Promise.all(Array.from({ length: 8 }, worker));
}

test.each(basePaths)('no path traversal under %s/ reaches a private file', async (base) => {
  const paths = traversals.flatMap((traversal) =>
    privateFiles.map(([file, content]) => [`${base}${traversal}${file}`, content] as const),
  );
  await forEachConcurrently(paths, async ([path, content]) => {
    const received = await ask(path);
    const [response] = responsesIn(received);
    expect(response?.status, path).toBeGreaterThanOrEqual(300);
    expect(response?.status, path).toBeLessThan(500);
    expect(response?.body, path).not.toMatch(content);
    expect(response?.headers['content-type'] ?? 'text/html', path).toMatch(/text\/html|text\/plain|application\/json/);
  });
});

/** Odd paths that are neither traversals nor pages, with the statuses allowed for a GET. */
const oddPaths: [name: string, path: string, statuses: number[]][] = [
  ['with 2,000 segments', '/a'.repeat(2000), [404]],
  ['with 2,000 segments below a language', `/en${'/a'.repeat(2000)}`, [404]],
  ['with 2,000 segments below uploads', `/uploads${'/a'.repeat(2000)}`, [404]],
  ['with 2,000 segments below assets', `/assets${'/a'.repeat(2000)}`, [404]],
  ['with one segment of 4,000 letters', `/en/${'a'.repeat(4000)}`, [404]],
  ['that is too long', `/en/${'a'.repeat(5000)}`, [414]],
  ['with a query that is too long', `/en?${'a'.repeat(5000)}`, [414]],
  ['with 1,300 encoded letters', `/en/${'%41'.repeat(1300)}`, [404]],
  ['with 1,300 invalid bytes', `/en/${'%ff'.repeat(1300)}`, [400]],
  ['with an overlong file name', `/assets/${'a'.repeat(400)}.js`, [404]],
  ['of the assets folder', '/assets/', [404]],
  ['of the assets folder as a file', '/assets/.', [400]],
  ['of an asset with a trailing slash', '/assets/x.js/', [404]],
  ['of an asset in capitals', '/ASSETS/x.js', [404]],
  ['of uploads in capitals', '/UPLOADS/x', [404]],
  ['of an upload that names a property', '/uploads/__proto__', [404]],
  ['of an upload that names a file', '/uploads/x.json', [404]],
  ['of an unknown airline', '/carriers/evil.png', [404]],
  ['of an airline that names a property', '/carriers/constructor', [404]],
  ['of an airline with another segment', '/carriers/LH/evil', [404]],
  ['with a fragment', '/en/about#evil', [200, 400]],
  ['with a semicolon', '/en;evil=1/about', [404]],
  ['with a no-break space', '/en/about\u00a0', [400]],
  ['with unencoded letters', '/en/مرحبا', [400]],
  ['with unencoded bytes', '/en/\u00ff\u00fe', [400]],
  ['with all punctuation', '/en/!$&\'()*+,;=:@-._~[]{}|^`<>"', [400, 404]],
  ['of a missing page, with the language in capitals', '/EN/evil', [404]],
  ['of a Windows device name', '/assets/aux', [404]],
  ['of a Windows file stream', '/favicon.svg::$DATA', [404]],
  ['of a backup', '/favicon.svg~', [404]],
  ['below .well-known', '/.well-known/evil', [404]],
  ['of another product’s login', '/wp-login.php', [404]],
  ['of the development server', '/@vite/client', [404]],
  ['of the development server’s route manifest', '/__manifest', [404]],
  ['of the design system page', '/en/design-system', [404]],
];

test.each(oddPaths)('a path %s causes no server error', async (_name, path, statuses) => {
  for (const method of ['GET', 'HEAD', 'POST']) {
    const received = await ask(path, method);
    const status = Number(/^HTTP\/1\.1 (\d+)/.exec(received)?.[1]);
    expect(
      method === 'GET' ? statuses : [...statuses, 403, 404, 405, 400, 411],
      `${method} ${path.slice(0, 60)}`,
    ).toContain(status);
  }
});
