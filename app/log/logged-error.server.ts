/** An error as it is logged. */
export interface LoggedError {
  name: string;
  message: string;
  code?: string;
  /** Stack frames, without the message at the start of a stack. */
  frames: string[];
  cause?: LoggedError;
}

/** Maximum depth of the cause chain. */
const maxDepth = 4;

/**
 * Converts a thrown value for the log, without personal data: error messages may quote what a visitor typed, or a URL
 * with a receipt's token. Text in quotation marks and everything after the first line is removed.
 * @param error anything thrown; only the type of a non-error is kept
 * @param depth position in the cause chain
 */
export function loggedError(error: unknown, depth = 0): LoggedError {
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
    ...(error.cause instanceof Error && depth < maxDepth ? { cause: loggedError(error.cause, depth + 1) } : {}),
  };
}

/** Removes everything from the first quotation mark to the last, since quotations may be nested. */
function withoutQuotes(message: string): string {
  const [firstLine = ''] = message.split('\n');
  return firstLine.replace(/(["'`“‘]).*(["'`”’])/, '$1…$2').slice(0, 300);
}
