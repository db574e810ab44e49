type PluralForm = 'zero' | 'one' | 'two' | 'few' | 'many';

/** The keys of all other plural forms of each key that ends in `_other`. */
type PluralForms<Keys> = Keys extends `${infer Base}_other` ? `${Base}_${PluralForm}` : never;

/**
 * The shape that a translation of `Texts` must have: the same keys, with any strings as values. Of the plural forms,
 * only `_other` is required, because languages have different ones; the locale tests check the others.
 */
export type TextsShapedLike<Texts> = Texts extends string
  ? string
  : Texts extends number | boolean | null | undefined
    ? Texts
    : Texts extends readonly (infer Item)[]
      ? readonly TextsShapedLike<Item>[]
      : { readonly [Key in keyof Texts as Exclude<Key, PluralForms<keyof Texts>>]: TextsShapedLike<Texts[Key]> } & {
          readonly [Key in Extract<keyof Texts, PluralForms<keyof Texts>>]?: string;
        };
