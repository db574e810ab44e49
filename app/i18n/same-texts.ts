type PluralForm = 'zero' | 'one' | 'two' | 'few' | 'many';

/** Of a key with `_other`, the keys of its other plural forms. */
type PluralForms<Keys> = Keys extends `${infer Base}_other` ? `${Base}_${PluralForm}` : never;

/**
 * The shape that the texts of a language must have: every key of another's. Of plurals it asks for `_other` only, because
 * each language has forms of its own; the locale gate knows them.
 */
export type SameTexts<Texts> = Texts extends string
  ? string
  : Texts extends number | boolean | null | undefined
    ? Texts
    : Texts extends readonly (infer Item)[]
      ? readonly SameTexts<Item>[]
      : { readonly [Key in keyof Texts as Exclude<Key, PluralForms<keyof Texts>>]: SameTexts<Texts[Key]> } & {
          readonly [Key in Extract<keyof Texts, PluralForms<keyof Texts>>]?: string;
        };
