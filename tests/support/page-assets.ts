import { type HTMLElement, parse } from 'node-html-parser';

/** The relations whose `link` elements load a file. The others name pages. */
const fileRelations = /\b(?:stylesheet|icon|apple-touch-icon|manifest|preload|modulepreload|mask-icon)\b/;

/**
 * Finds what the pages of a site name and the site does not have. Each file is fetched only once.
 * @param origin of the site; files of other sites are not fetched
 */
export function assetChecker(origin: string) {
  const files = new Map<string, Promise<{ status: number; text: string }>>();
  const fetchFile = (url: string) => {
    const file =
      files.get(url) ?? fetch(url).then(async (response) => ({ status: response.status, text: await response.text() }));
    files.set(url, file);
    return file;
  };

  /** Returns the files that cannot be fetched, among these and what they name themselves. */
  async function missing(names: Iterable<string>, base: string): Promise<string[]> {
    const found = await Promise.all(
      [...new Set(names)].map(async (name) => {
        const url = new URL(name, base);
        url.hash = '';
        if (url.origin !== origin) return [];
        const { status, text } = await fetchFile(url.href);
        if (status !== 200) return [`${url.pathname} (${status})`];
        const named = url.pathname.endsWith('.css')
          ? filesInStyles(text)
          : url.pathname.endsWith('.webmanifest')
            ? (JSON.parse(text) as { icons: { src: string }[] }).icons.map(({ src }) => src)
            : [];
        return missing(named, url.href);
      }),
    );
    return found.flat();
  }

  /** Returns the shapes that a page uses and that are neither in the page nor in the file that they name. */
  async function missingShapes(document: HTMLElement, base: string): Promise<string[]> {
    const links = document.querySelectorAll('use').map((use) => use.getAttribute('href') ?? '');
    const found = await Promise.all(
      [...new Set(links)].map(async (link) => {
        const [file = '', id = ''] = link.split('#');
        const shapes = file === '' ? document : parse((await fetchFile(new URL(file, base).href)).text);
        return shapes.querySelector(`symbol[id="${id}"]`) ? [] : [`the shape ${link}`];
      }),
    );
    return found.flat();
  }

  return {
    /** The paths of the files that have been fetched. */
    fetched: () => [...files.keys()].map((url) => new URL(url).pathname),
    /**
     * Returns the files and shapes that a page names and that do not exist.
     * @param base the URL of the page
     */
    async problemsOf(html: string, base: string): Promise<string[]> {
      const document = parse(html);
      const found = await Promise.all([missing(filesIn(html, document), base), missingShapes(document, base)]);
      return found.flat();
    },
  };
}

/** Returns the files that a page names: in elements, in styles and inside its scripts. */
function filesIn(html: string, document: HTMLElement): string[] {
  const attribute = (name: string, selector = `[${name}]`) =>
    document.querySelectorAll(selector).map((element) => element.getAttribute(name) ?? '');
  const links = document
    .querySelectorAll('link[href]')
    .filter((link) => fileRelations.test(link.getAttribute('rel') ?? ''))
    .map((link) => link.getAttribute('href') ?? '');
  const sources = [...attribute('srcset'), ...attribute('imagesrcset')].flatMap((set) =>
    set.split(',').map((source) => source.trim().split(/\s+/)[0] ?? ''),
  );
  return [
    ...links,
    ...sources,
    ...attribute('src'),
    ...attribute('poster'),
    ...filesInStyles(html),
    // Also in attributes that scripts read, and in scripts.
    ...Array.from(html.matchAll(/\/assets\/[\w.-]+/g), ([name]) => name),
  ].filter((name) => name !== '');
}

/** Returns the files that CSS names. */
function filesInStyles(css: string): string[] {
  return Array.from(css.matchAll(/url\(["']?([^"')#]+)/g), ([, name = '']) => name).filter(
    (name) => !name.startsWith('data:'),
  );
}
