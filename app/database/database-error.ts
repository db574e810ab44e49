/** The database cannot be used; the message is a sentence for operators. */
export class DatabaseError extends Error {
  override name = 'DatabaseError';
}
