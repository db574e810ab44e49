import { ESLint } from 'eslint';
import { expect, test } from 'vitest';

// Shows that rules of tests/eslint.config.js find what they forbid, also in other words.

const eslint = new ESLint({ overrideConfigFile: 'tests/eslint.config.js' });

/** Returns the messages about a statement in a function of a route or of server code. */
async function lint(statement: string, filePath: string): Promise<string[]> {
  const code = `export async function action({ request, args, incoming }: any) {\n  ${statement}\n}\n`;
  const [result] = await eslint.lintText(code, { filePath });
  return (result?.messages ?? [])
    .filter(({ ruleId }) => ruleId === 'no-restricted-syntax')
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
