/** A response that neither confirms a form nor takes a part of a file, as a visitor sees it. */
export class Refusal extends Error {
  readonly status: number;
  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}
