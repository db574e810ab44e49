import urls from 'virtual:text-files';

/**
 * Returns the URLs of the files with a language's texts. Several namespaces may share a file.
 * @param namespaces those that the language does not have are left out
 */
export function textFilesOf(language: string, namespaces: readonly string[]): string[] {
  return [...new Set(namespaces.flatMap((name) => urls[language]?.[name] ?? []))];
}
