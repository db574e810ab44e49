import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { contentFiles, type ContentName } from './content-schema.ts';

const languagesFolder = fileURLToPath(new URL('../../../locales', import.meta.url));

/**
 * Validates a language's content files, at every build and in the unit tests.
 * @returns one line for each problem
 */
export function contentProblems(language: string): string[] {
  const folder = `${languagesFolder}/${language}/pages`;
  const found = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.json'))
    .map((path) => path.replace(/\\/g, '/').slice(0, -'.json'.length));
  const wanted = Object.keys(contentFiles);
  return [
    ...found.filter((name) => !wanted.includes(name)).map((name) => `${language}/${name}: no page uses it`),
    ...wanted.filter((name) => !found.includes(name)).map((name) => `${language}/${name}: is missing`),
    ...found
      .filter((name) => wanted.includes(name))
      .flatMap((name) => {
        const result = contentFiles[name as ContentName].safeParse(
          JSON.parse(readFileSync(`${folder}/${name}.json`, 'utf8')),
        );
        const issues = result.error?.issues ?? [];
        return issues.map((issue) => `${language}/${name}: ${issue.path.join('.')} ${issue.message}`);
      }),
  ];
}
