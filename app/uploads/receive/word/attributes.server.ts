/** Returns the name of an element or attribute without its prefix. */
export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** Returns the values of all attributes with this name, whatever their prefixes: it is not known which of them Word reads. */
export function attributesOf(attributes: Record<string, string>, local: string): string[] {
  return Object.entries(attributes).flatMap(([name, value]) => (localName(name) === local ? [value] : []));
}
