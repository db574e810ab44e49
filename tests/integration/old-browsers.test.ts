import { type AtRule, type ChildNode, type Container, type Document, parse, type Root, type Rule } from 'postcss';
import { beforeAll, expect, test } from 'vitest';
import { readStylesheet } from '../support/stylesheet.ts';

// Checks the stylesheet for browsers of 2020, such as Chrome 80 and Safari 13. They ignore declarations that they do not
// know, but also a whole rule if they do not know one of its selectors, and everything in an unknown at-rule.

let root: Root;
beforeAll(async () => {
  root = parse(await readStylesheet());
});

/** Whether a rule is in `@supports`, so only for browsers that know a feature, or in `@keyframes`. */
function isConditional(node: ChildNode | Rule | AtRule): boolean {
  for (let parent: Container | Document | undefined = node.parent; parent; parent = parent.parent) {
    if (parent.type === 'atrule' && ['supports', 'keyframes'].includes((parent as unknown as AtRule).name)) return true;
  }
  return false;
}

function rules(): Rule[] {
  const found: Rule[] = [];
  root.walkRules((rule) => {
    if (!isConditional(rule)) found.push(rule);
  });
  return found;
}

/** Selectors that the browsers do not know. */
const newSelectors =
  /:(?:is|where|has|focus-visible|user-invalid|popover-open|dir)\b|::(?:file-selector-button|backdrop)|&/;

test('a selector that old browsers do not know never shares a list with other selectors', () => {
  const lists = rules().filter(({ selectors }) => {
    const newOnes = selectors.filter((selector) => newSelectors.test(selector.replace(/\\./g, '')));
    return newOnes.length > 0 && newOnes.length < selectors.length;
  });
  expect(lists.map(({ selector }) => selector)).toEqual([]);
});

test('only states and details need selectors that old browsers do not know', () => {
  const selectors = rules().flatMap((rule) =>
    rule.selectors.filter((selector) => newSelectors.test(selector.replace(/\\./g, ''))),
  );
  const accepted =
    /:focus-visible$|::backdrop$|::file-selector-button(?::hover)?$|:has\(\.consent-banner:focus-within\)$/;
  expect(selectors.filter((selector) => !accepted.test(selector))).toEqual([]);
});

test('positions and sizes use no properties, units or functions that old browsers do not know', () => {
  const found: string[] = [];
  root.walkDecls((declaration) => {
    const { prop, value } = declaration;
    const isNewProperty = /^(?:inset|aspect-ratio|translate|rotate|scale|margin-trim|grid-template-rows-subgrid)/.test(
      prop,
    );
    const isNewValue =
      /\d(?:[dsl]v[hwib]|cq\w+)\b|\b(?:color-mix|oklch|oklab|lch|lab|light-dark|round|mod)\(|\bsubgrid\b/.test(value);
    if (isNewProperty || isNewValue) found.push(declaration.toString());
  });
  expect(found).toEqual([]);
});

test('clamp() is only used where sizes have a fallback', () => {
  const sizes = rules().flatMap((rule) => {
    const names: string[] = [];
    rule.walkDecls((declaration) => {
      if (declaration.value.includes('clamp(')) names.push(declaration.prop);
    });
    return names;
  });
  const fallbacks: string[] = [];
  root.walkAtRules('supports', (rule) => {
    if (/^not \(font-size: ?clamp/.test(rule.params))
      rule.walkDecls((declaration) => void fallbacks.push(declaration.prop));
  });
  expect(sizes.filter((name) => name.startsWith('--'))).toEqual(fallbacks);
  // The hero's title, which falls back to the size of another heading.
  expect(sizes.filter((name) => !name.startsWith('--'))).toEqual(['font-size']);
});

test('at-rules are known to old browsers', () => {
  const names = new Set<string>();
  root.walkAtRules((rule) => void names.add(rule.name));
  expect([...names].sort()).toEqual(['font-face', 'keyframes', 'media', 'supports']);
});

test('a flex box with a gap has margins where gaps are ignored, in both writing directions', () => {
  const fallbacks = new Set<string>();
  root.walkAtRules('supports', (rule) => {
    if (rule.params === 'not (inset: 0)')
      rule.walkRules((inner) => inner.selectors.forEach((selector) => fallbacks.add(selector)));
  });
  const boxes = rules().filter((rule) => {
    const values = new Map<string, string>();
    rule.each((node) => {
      if (node.type === 'decl') values.set(node.prop, node.value);
    });
    return values.get('display')?.endsWith('flex') && ['gap', 'column-gap'].some((name) => values.has(name));
  });
  expect(boxes.length).toBeGreaterThan(5);
  const hasMargins = (selector: string) =>
    fallbacks.has(`[dir] ${selector}>*+*`) ||
    ['ltr', 'rtl'].every((direction) => fallbacks.has(`[dir=${direction}] ${selector}>*+*`));
  expect(boxes.flatMap(({ selectors }) => selectors).filter((selector) => !hasMargins(selector))).toEqual([]);
});
