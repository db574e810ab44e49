/** Thrown when a visitor gets a response that neither confirms a form nor accepts a chunk of a file. */
export class Refusal extends Error {
  readonly status: number;
  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}
