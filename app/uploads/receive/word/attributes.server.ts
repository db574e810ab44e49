/** Returns the name of an element or attribute without its prefix. */
export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** Returns the value of an attribute with this name, whatever its prefix. */
export function attributeOf(attributes: Record<string, string>, local: string): string | undefined {
  for (const name in attributes) if (localName(name) === local) return attributes[name];
  return undefined;
}
