import type { AtRule, Plugin, Rule } from 'postcss';

/**
 * A gap utility class does not reveal whether its element is a flex container, so flex containers with such a class get
 * fixed margins that approximate the gap.
 */
const utilities = ['.flex', '.inline-flex', '.md\\:flex'].map((name) => `${name}[class*=' gap-']`);

/**
 * Creates a PostCSS plugin that adds margins for browsers that do not support `gap` in flex containers (before Chrome 84
 * and Safari 14.1), for each rule that creates a flex container with a gap. Such browsers are recognised by their lack of
 * `inset`. Chrome added `inset` three versions after gaps: those three versions get both gaps and margins.
 */
export function flexGapFallback(): Plugin {
  return {
    postcssPlugin: 'flex-gap-fallback',
    OnceExit(root, { parse }) {
      /** The selectors of each declaration. */
      const fallbacks = new Map<string, string[]>();
      const add = (declaration: string, selectors: readonly string[]) =>
        fallbacks.set(declaration, [...(fallbacks.get(declaration) ?? []), ...selectors]);
      // The margins of a row are physical and follow the direction of the page: `margin-inline-start` follows that of
      // the item, and a phone number is left to right on every page.
      const addRow = (selectors: readonly string[], gap: string, item = '* + *') => {
        add(`margin-left: ${gap}`, itemSelectors(selectors, item, "[dir='ltr'] "));
        add(`margin-right: ${gap}`, itemSelectors(selectors, item, "[dir='rtl'] "));
      };

      addRow(utilities, '0.5rem', '* + :not(.ms-auto)');
      add('margin-bottom: 0.5rem', itemSelectors([`.flex-wrap[class*=' gap-']`], '*'));
      add('margin: 0.75rem 0 0', itemSelectors([`.flex-col[class*=' gap-']`], '* + *', '[dir] '));

      const columnsInWideWindows: string[] = [];
      const rowGaps = new Map<string, string>();
      root.walkRules((rule) => {
        const { selector, selectors, parent } = rule;
        const { row, column } = gapsOf(rule);
        const isColumn = valueOf(rule, 'flex-direction') === 'column';
        if (valueOf(rule, 'display')?.endsWith('flex') && row !== undefined && column !== undefined) {
          if (isColumn) add(`margin: ${row} 0 0`, itemSelectors(selectors, '* + *', '[dir] '));
          else addRow(selectors, column);
          if (valueOf(rule, 'flex-wrap') === 'wrap') add(`margin-bottom: ${row}`, itemSelectors(selectors, '*'));
          rowGaps.set(selector, row);
        }
        const rowGap = rowGaps.get(selector);
        if (isColumn && rowGap !== undefined && parent?.type === 'atrule') {
          const margins = `${itemSelectors(selectors, '* + *', '[dir] ').join()} { margin: ${rowGap} 0 0 }`;
          columnsInWideWindows.push(`@media ${(parent as AtRule).params} { ${margins} }`);
        }
      });
      const rules = Array.from(fallbacks, ([declaration, selectors]) => `${selectors.join()} { ${declaration} }`);
      root.append(parse(`@supports not (inset: 0) {${[...rules, ...columnsInWideWindows].join('')}}`).nodes);
    },
  };
}

function itemSelectors(selectors: readonly string[], item: string, prefix = ''): string[] {
  return selectors.map((selector) => `${prefix}${selector} > ${item}`);
}

function gapsOf(rule: Rule): { row: string | undefined; column: string | undefined } {
  const [row, column = row] = valueOf(rule, 'gap')?.split(' ') ?? [];
  const columnGap = valueOf(rule, 'column-gap') ?? column;
  return { row: valueOf(rule, 'row-gap') ?? row ?? columnGap, column: columnGap };
}

/** Returns the last value of a property in a rule. */
function valueOf(rule: Rule, property: string): string | undefined {
  let value: string | undefined;
  rule.each((node) => {
    if (node.type === 'decl' && node.prop === property) value = node.value;
  });
  return value;
}
