import { ESLint } from 'eslint';
import { expect, test } from 'vitest';

// Shows that rules of tests/eslint.config.js find what they forbid, also in other words.

const eslint = new ESLint({ overrideConfigFile: 'tests/eslint.config.js' });

/** Returns the messages of the project's own rules about a statement in a function. */
async function lint(statement: string, filePath: string): Promise<string[]> {
  const code = `export async function action({ request, args, incoming }: any) {\n  ${statement}\n}\n`;
  const [result] = await eslint.lintText(code, { filePath });
  return (result?.messages ?? [])
    .filter(({ ruleId }) => ruleId === 'no-restricted-syntax' || ruleId === 'local/no-durations')
    .map(({ message }) => message);
}

const serverFiles = [
  'app/routes/new.ts',
  'app/routes/new.tsx',
  'app/desk/new.server.ts',
  'app/enquiries/new.server.ts',
];

test.each([
  'return await request.formData();',
  'return await request.text();',
  'return await request.json();',
  'return await request.arrayBuffer();',
  'return await request.blob();',
  'return await request.bytes();',
  'return await args.request.formData();',
  'return await (await request).clone().text();',
  "return await request['json']();",
  'return await request?.text();',
  'const form = incoming; return await form.formData();',
  'return await new Response(request.body).text();',
  'const { body } = args; return await new Response(request.body);',
  'for await (const chunk of args.request.body) console.log(chunk);',
  'return request.clone().body;',
])('the body of a request is read only by the reader with limits: %s', async (statement) => {
  for (const file of serverFiles)
    expect(await lint(statement, file), file).toContainEqual(expect.stringContaining('readUpload or readText'));
});

test.each([
  'const response = await fetch(args.url); return await response.json();',
  'return args.request.body?.locked;',
  'return args.text(1);',
])('other bodies may be read: %s', async (statement) => {
  for (const file of serverFiles) expect(await lint(statement, file), file).toEqual([]);
});

const tests = [
  'app/desk/new.server.test.ts',
  'tests/integration/new.test.ts',
  'tests/e2e/new.spec.ts',
  'tests/support/new.ts',
];

test.each([
  'expect(performance.now() - args).toBeLessThan(50);',
  'const start = performance.now(); await args(); const took = performance.now() - start; expect(took).toBeLessThan(50);',
  'const { now } = performance; return now();',
  "return globalThis.performance['now']();",
  'const before = process.cpuUsage(); return process.cpuUsage(before).user;',
  'return process.threadCpuUsage().user;',
  'const start = process.hrtime.bigint(); return process.hrtime.bigint() - start;',
  'const { cpuUsage } = process; return cpuUsage();',
  'const start = Date.now(); await args(); expect(Date.now() - start).toBeLessThan(50);',
  'const start = Date.now(); const end = Date.now(); const took = end - start; return took;',
  'let start = 0; start = Date.now(); return Date.now() - start;',
  'const start = new Date(); return new Date().getTime() - start.getTime();',
  'const start = +new Date(); return +new Date() - start;',
  'const start = Date.now(); const seconds = (Date.now() - start) / 1000; return seconds;',
  'const end = Date.now() + 8_000; while (Date.now() < end) await args();',
  'const start = Date.now(); await args(); expect(Date.now()).toBeLessThan(start + 50);',
  'const [row] = args; expect(Math.abs(Date.now() - row.created_at)).toBeLessThan(1_000);',
  'const [row] = args; expect(Math.abs(row.modifiedAt - Date.now())).toBeLessThan(1_000);',
  'const times: number[] = []; times.push(Date.now());',
  'const calls: any[] = []; calls.push({ at: Date.now() });',
  'const start = await args.evaluate(() => Date.now()); return (await args.evaluate(() => Date.now())) - start;',
])('a test does not measure how long something takes: %s', async (statement) => {
  for (const file of tests)
    expect(await lint(statement, file), file).toContainEqual(expect.stringContaining('How long'));
});

test.each([
  'return Date.now() - 3_600_000;',
  'const day = 86_400_000; const now = Date.now(); return [now - day, now - 2 * day - 60_000];',
  'const expiresAt = Date.now() + 1_000; return new Date(expiresAt).toISOString();',
  'const start = Date.now(); const [row] = args; expect(row.created_at).toBeGreaterThanOrEqual(start);',
  'const [row] = args; expect(row.next_attempt_at).toBeLessThanOrEqual(Date.now() + 6_000);',
  'return 12 - new Date().getMonth();',
  'const times: number[] = []; times.push(Number(args.getMockedSystemTime())); return (times[1] ?? 0) - (times[0] ?? 0);',
  'return args.right - args.left;',
])('a test may name a moment: %s', async (statement) => {
  for (const file of tests) expect(await lint(statement, file), file).toEqual([]);
});

test('durations are measured in the benchmarks and in what compares costs', async () => {
  const statement = 'const start = performance.now(); await args(); return performance.now() - start;';
  for (const file of ['tests/bench/new.ts', 'tests/support/reference-load.ts'])
    expect(await lint(statement, file), file).toEqual([]);
});

test.each(['await vi.waitFor(() => args());', 'await args.waitForTimeout(500);'])(
  'a test does not wait for a short time: %s',
  async (statement) => {
    for (const file of tests) expect(await lint(statement, file), file).toHaveLength(1);
  },
);
