import { createHash } from 'node:crypto';
import { type HTMLElement, parse } from 'node-html-parser';
import { expect } from 'vitest';

/** Attributes with a URL that a browser loads, follows or submits to. */
const urlAttributes = [
  'href',
  'src',
  'action',
  'formaction',
  'poster',
  'data',
  'cite',
  'ping',
  'background',
  'xlink:href',
];

/** Returns whether a URL on another host is one that the site's own pages link to. */
type IsKnown = (url: URL) => boolean;

/** Lists every URL in a page, resolved as a browser would. */
export function urlsIn(document: HTMLElement, pageUrl: string): { element: string; url: URL | string }[] {
  const base = new URL(document.querySelector('base')?.getAttribute('href') ?? pageUrl, pageUrl);
  return document.querySelectorAll('*').flatMap((element) => {
    const { attributes } = element;
    const values = urlAttributes.flatMap((name) => {
      const value = attributes[name];
      return value === undefined ? [] : [value];
    });
    const srcsetUrls = (attributes.srcset ?? '').split(',').map((entry) => entry.trim().split(/\s+/)[0] ?? '');
    const refreshes = /url=(.*)/i.exec(attributes['http-equiv'] ? (attributes.content ?? '') : '')?.slice(1) ?? [];
    return [...values, ...srcsetUrls.filter(Boolean), ...refreshes].map((value) => ({
      element: element.rawTagName,
      url: URL.parse(value, base) ?? value,
    }));
  });
}

/**
 * Expects that a page links only to this site and to known URLs.
 * @param isKnown recognises external URLs that the site's own pages link to
 */
export function expectOnlyKnownUrls(html: string, pageUrl: string, isKnown: IsKnown): void {
  const own = new URL(pageUrl).origin;
  const foreign = urlsIn(parse(html), pageUrl).filter(
    ({ url }) => !(url instanceof URL && (url.origin === own || isKnown(url))),
  );
  expect(foreign.map(({ element, url }) => `<${element}> leads to ${String(url)}`)).toEqual([]);
}

/**
 * Expects that nothing in a page bypasses its content security policy: attributes contain no handlers or styles, and
 * the policy contains the hash of every inline script.
 */
export function expectInert(html: string, policy: string): void {
  const document = parse(html, {
    comment: true,
    blockTextElements: { script: true, style: true, noscript: true, pre: true },
  });
  // One expectation for thousands of elements, because an expectation for each would be slow.
  const violations = document.querySelectorAll('*').flatMap((element) =>
    Object.keys(element.rawAttributes)
      .filter((name) => /^on|^style$|^srcdoc$|^(?:{|%)/i.test(name))
      .map((name) => `<${element.rawTagName} ${name}>`),
  );
  expect(violations).toEqual([]);
  for (const script of document.querySelectorAll('script')) {
    const type = script.getAttribute('type');
    if (script.getAttribute('src') || type === 'application/ld+json') continue;
    const hash = createHash('sha256').update(script.rawText).digest('base64');
    expect(policy, script.rawText.slice(0, 60)).toContain(`'sha256-${hash}'`);
  }
  // Detects data that closes its script early.
  for (const [, data = ''] of html.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)) {
    expect(data, 'data in a script').not.toMatch(/<\/?script|<!--|\u2028|\u2029/i);
  }
}

/**
 * Expects exactly one strict policy (Content Security Policy Level 3).
 * @param label names the response in failure messages
 */
export function expectStrictPolicy(policy: string | undefined, label: string): void {
  expect(policy, label).toContain("default-src 'none'");
  expect(policy, label).toContain("frame-ancestors 'none'");
  expect(policy, label).not.toMatch(/unsafe-|data:|blob:|\s\*[\s;]/);
  // A comma would separate two policies in one header.
  expect(policy, label).not.toMatch(/,|\n/);
}
