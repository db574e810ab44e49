/** Thrown when the database cannot be used. The message is a sentence for operators. */
export class DatabaseError extends Error {
  override name = 'DatabaseError';
}
