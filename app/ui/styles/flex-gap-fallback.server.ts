import type { Plugin, Rule } from 'postcss';

/** Utility classes do not say which gaps are in flex boxes: those get margins of about the same size. */
const fallbackOfUtilities = `
  .flex[class*=' gap-'], .inline-flex[class*=' gap-'] { gap: 0 }
  .flex[class*=' gap-'] > * + :not(.ms-auto), .inline-flex[class*=' gap-'] > * + :not(.ms-auto) { margin-inline-start: 0.5rem }
  .flex-wrap[class*=' gap-'] > * { margin-block-end: 0.5rem }
  .flex-col[class*=' gap-'] > * + * { margin: 0.75rem 0 0 }`;

/**
 * Creates a PostCSS plugin for browsers that ignore gaps in flex boxes (before Chrome 84 and Safari 14.1): in a rule that
 * makes a flex box with a gap, they get margins instead. `inset` tells them from others, because it arrived at most three
 * versions later.
 */
export function flexGapFallback(): Plugin {
  return {
    postcssPlugin: 'flex-gap-fallback',
    OnceExit(root, { parse }) {
      const fallbacks = [fallbackOfUtilities];
      root.walkRules((rule) => {
        if (valueOf(rule, 'display')?.endsWith('flex')) fallbacks.push(...marginsInsteadOfGap(rule));
      });
      root.append(parse(`@supports not (inset: 0) {${fallbacks.join('')}}`).nodes);
    },
  };
}

function marginsInsteadOfGap(rule: Rule): string[] {
  const [rowGap, columnGap = rowGap] = valueOf(rule, 'gap')?.split(' ') ?? [];
  const isColumn = valueOf(rule, 'flex-direction') === 'column';
  const gap = isColumn ? (valueOf(rule, 'row-gap') ?? rowGap) : (valueOf(rule, 'column-gap') ?? columnGap);
  if (gap === undefined) return [];
  const items = rule.selectors.map((selector) => `${selector} > * + *`).join();
  return [`${rule.selector} { gap: 0 }`, `${items} { margin-${isColumn ? 'block' : 'inline'}-start: ${gap} }`];
}

/** Returns the last value of a property in a rule. */
function valueOf(rule: Rule, property: string): string | undefined {
  let value: string | undefined;
  rule.each((node) => {
    if (node.type === 'decl' && node.prop === property) value = node.value;
  });
  return value;
}
