/** An error as the log tells of it. */
export interface LoggedFault {
  name: string;
  message: string;
  code?: string;
  /** Where it was thrown, without the message that a stack begins with. */
  frames: string[];
  cause?: LoggedFault;
}

/** As much of a chain of causes as tells something. */
const deepest = 4;

/**
 * What the log may know of an error. Messages quote: a parser the text it could not read, the router an address with a
 * receipt's secret. Whatever stands in quotation marks is left out, and so is what a line of text cannot be.
 */
export function loggedFault(error: unknown, depth = 0): LoggedFault {
  if (!(error instanceof Error)) return { name: typeof error, message: '', frames: [] };
  const { code } = error as NodeJS.ErrnoException;
  return {
    name: error.name,
    message: withoutQuotes(error.message),
    ...(typeof code === 'string' ? { code } : {}),
    frames: (error.stack ?? '')
      .split('\n')
      .filter((line) => /^\s+at /.test(line))
      .map((line) => line.trim()),
    ...(error.cause instanceof Error && depth < deepest ? { cause: loggedFault(error.cause, depth + 1) } : {}),
  };
}

/** From the first quotation mark of a line to its last: what is quoted may hold some of its own. */
function withoutQuotes(message: string): string {
  const [firstLine = ''] = message.split('\n');
  return firstLine.replace(/(["'`“‘]).*(["'`”’])/, '$1…$2').slice(0, 300);
}
