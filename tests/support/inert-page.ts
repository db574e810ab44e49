import { createHash } from 'node:crypto';
import { parse, type HTMLElement } from 'node-html-parser';
import { expect } from 'vitest';

/** Attributes that hold an address which a browser loads, follows or sends to. */
const addressAttributes = [
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

/** Other hosts that the site's own pages lead to: the company's chat, partners, sources of its texts. */
type Known = (address: URL) => boolean;

/** Every address in a page, as a browser at that page resolves it. */
export function addressesIn(document: HTMLElement, at: string): { element: string; address: URL | string }[] {
  const base = document.querySelector('base')?.getAttribute('href') ?? at;
  return document.querySelectorAll('*').flatMap((element) => {
    const { attributes } = element;
    const values = addressAttributes.flatMap((name) => {
      const value = attributes[name];
      return value === undefined ? [] : [value];
    });
    const sets = (attributes.srcset ?? '').split(',').map((entry) => entry.trim().split(/\s+/)[0] ?? '');
    const refreshes = /url=(.*)/i.exec(attributes['http-equiv'] ? (attributes.content ?? '') : '')?.slice(1) ?? [];
    return [...values, ...sets.filter(Boolean), ...refreshes].map((value) => ({
      element: element.rawTagName,
      address: URL.canParse(value, new URL(base, at)) ? new URL(value, new URL(base, at)) : value,
    }));
  });
}

/**
 * Expects that a page leads nowhere that the same page without an attacker's words does not lead to.
 * @param known what the honest pages lead to beside this site
 */
export function expectOwnAddresses(html: string, at: string, known: Known): void {
  const own = new URL(at).origin;
  for (const { element, address } of addressesIn(parse(html), at)) {
    const isSound = address instanceof URL && (address.origin === own || known(address));
    expect(isSound, `<${element}> leads to ${String(address)}`).toBe(true);
  }
}

/**
 * Expects that nothing in a page runs or looks otherwise than its policy says: no handlers and styles in attributes,
 * and of scripts only those whose hashes the policy holds.
 */
export function expectInert(html: string, policy: string): void {
  const document = parse(html, {
    comment: true,
    blockTextElements: { script: true, style: true, noscript: true, pre: true },
  });
  for (const element of document.querySelectorAll('*')) {
    const odd = Object.keys(element.attributes).filter((name) => /^on|^style$|^srcdoc$|^(?:{|%)/i.test(name));
    expect(odd, `<${element.rawTagName}>`).toEqual([]);
  }
  for (const script of document.querySelectorAll('script')) {
    const type = script.getAttribute('type');
    if (script.getAttribute('src') || type === 'application/ld+json') continue;
    const hash = createHash('sha256').update(script.rawText).digest('base64');
    expect(policy, script.rawText.slice(0, 60)).toContain(`'sha256-${hash}'`);
  }
  // Between two scripts a browser reads text: what closed one early would show here.
  for (const [, data = ''] of html.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)) {
    expect(data, 'data in a script').not.toMatch(/<\/?script|<!--|\u2028|\u2029/i);
  }
}

/** The policy of an answer, of which there is one (Content Security Policy Level 3). */
export function expectStrictPolicy(policy: string | undefined, what: string): void {
  expect(policy, what).toContain("default-src 'none'");
  expect(policy, what).toContain("frame-ancestors 'none'");
  expect(policy, what).not.toMatch(/unsafe-|data:|blob:|\s\*[\s;]/);
  // Two policies in one header stand between commas.
  expect(policy, what).not.toMatch(/,|\n/);
}
