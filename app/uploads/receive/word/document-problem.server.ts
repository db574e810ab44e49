/**
 * `file_wrong_type`: not a Word document. `file_active`: has programs or embedded documents, links to a program, or fetches
 * something by itself. `file_unchecked`: whether it does cannot be told, such as from a file that is damaged or beyond a
 * limit.
 */
export type DocumentProblem = 'file_wrong_type' | 'file_active' | 'file_unchecked';

/** Thrown while a document is read, as soon as it is known that it will be refused. */
export class RefusedDocument extends Error {
  override name = 'RefusedDocument';
  readonly problem: DocumentProblem;
  constructor(problem: DocumentProblem) {
    super(`A Word document is refused: ${problem}`);
    this.problem = problem;
  }
}

/** @throws {RefusedDocument} always, as `file_active` */
export function refuseActive(): never {
  throw new RefusedDocument('file_active');
}

/** @throws {RefusedDocument} always, as `file_unchecked` */
export function refuseUnchecked(): never {
  throw new RefusedDocument('file_unchecked');
}
