import { type AtRule, parse, type Rule } from 'postcss';

// Runs at build time only: selects from the stylesheet what a page needs.

/** Returns every word of a module's code that may be a class name, as Tailwind does. */
export function wordsIn(code: string): Set<string> {
  return new Set(code.split(/[\s"'`{}]+/));
}

/** Returns the names of all classes in a stylesheet. */
export function classesIn(stylesheet: string): Set<string> {
  const classes = new Set<string>();
  parse(stylesheet).walkRules((rule) => {
    for (const selector of rule.selectors) for (const name of classesOf(selector)) classes.add(name);
  });
  return classes;
}

/**
 * Returns the part of a stylesheet that can apply to a page, in the same order: all rules without classes, and those
 * whose classes the page may have.
 * @param isInUse whether the page may have an element with this class
 */
export function rulesInUse(stylesheet: string, isInUse: (name: string) => boolean): string {
  const root = parse(stylesheet);
  root.walkRules((rule: Rule) => {
    if (isKeyframe(rule)) return;
    const selectors = rule.selectors.filter((selector) => classesOf(selector).every(isInUse));
    if (selectors.length === 0) rule.remove();
    else if (selectors.length < rule.selectors.length) rule.selectors = selectors;
  });
  root.walkAtRules((rule: AtRule) => {
    if (rule.nodes?.length === 0) rule.remove();
  });
  return root.toString();
}

const isKeyframe = ({ parent }: Rule) => parent?.type === 'atrule' && (parent as AtRule).name.endsWith('keyframes');

/** Returns the classes that an element and its ancestors must have, not those in `:not()` or `:has()`. */
function classesOf(selector: string): string[] {
  const withoutArguments = selector.replace(/(?<!\\)\((?:\\.|[^()\\]|\((?:\\.|[^()\\])*\))*\)/g, '');
  return Array.from(withoutArguments.matchAll(/\.((?:\\[0-9a-f]{1,6}\s?|\\.|[\w-])+)/gi), ([, name = '']) =>
    unescapeName(name),
  );
}

/** Undoes the escapes of CSS identifiers: `md\:flex` and `\31 2`. */
function unescapeName(name: string): string {
  return name.replace(/\\(?:([0-9a-f]{1,6})\s?|(.))/gi, (_escape, code?: string, character?: string) =>
    code ? String.fromCodePoint(parseInt(code, 16)) : (character ?? ''),
  );
}
