import urls from 'virtual:text-files';

/**
 * Returns the URLs of the files with a language's texts. Several namespaces may share a file.
 * @param namespaces namespaces that do not exist in the language are ignored
 */
export function textFilesOf(language: string, namespaces: readonly string[]): string[] {
  return [...new Set(namespaces.flatMap((name) => urls[language]?.[name] ?? []))];
}
