import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { isFormOnlyLanguage } from '#app/i18n/language-profiles.ts';
import { formLanguageCodes } from '#app/i18n/languages.ts';
import { contentFiles, type ContentName, formOnlyContent } from './content-schema.ts';

const languagesFolder = fileURLToPath(new URL('../../../locales', import.meta.url));

/**
 * Validates the content files of a language; called by every build and by the unit tests.
 * @returns one line for each problem; empty if the content is valid
 */
export function contentProblems(language: string): string[] {
  const folder = `${languagesFolder}/${language}/pages`;
  const foundNames = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.json'))
    .map((path) => path.replace(/\\/g, '/').slice(0, -'.json'.length));
  const expectedNames: string[] = isFormOnlyLanguage(language) ? [...formOnlyContent] : Object.keys(contentFiles);
  return [
    ...foundNames.filter((name) => !expectedNames.includes(name)).map((name) => `${language}/${name}: no page uses it`),
    ...expectedNames.filter((name) => !foundNames.includes(name)).map((name) => `${language}/${name}: is missing`),
    ...foundNames
      .filter((name) => expectedNames.includes(name))
      .flatMap((name) => {
        const result = contentFiles[name as ContentName].safeParse(
          JSON.parse(readFileSync(`${folder}/${name}.json`, 'utf8')),
        );
        const issues = result.error?.issues ?? [];
        return issues.map((issue) => `${language}/${name}: ${issue.path.join('.')} ${issue.message}`);
      }),
  ];
}

/** Creates a plugin that fails the build if the pages' content is invalid. */
export function checkContent(): Plugin {
  return {
    name: 'content-gate',
    buildStart() {
      const problems = formLanguageCodes.flatMap(contentProblems);
      if (problems.length > 0) this.error(`The pages' content is invalid:\n${problems.join('\n')}`);
    },
  };
}
