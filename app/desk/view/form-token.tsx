/** The name of the field with the session's token, which every form contains. */
export const formTokenField = 'token';

/** Proves that a form was rendered for this session (OWASP: cross-site request forgery). */
export function FormToken({ value }: { value: string }) {
  return <input type="hidden" name={formTokenField} value={value} />;
}
