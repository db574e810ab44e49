/** An error as it is logged. */
export interface LoggedError {
  name: string;
  message: string;
  code?: string;
  /** Stack frames, without the message that precedes them. */
  frames: string[];
  cause?: LoggedError;
}

/** Maximum depth of the cause chain. */
const maxDepth = 4;

/**
 * Converts a thrown value for the log. Error messages may quote visitor input, or a URL with a receipt token, so text
 * in quotation marks and everything after the first line are removed.
 * @param error any thrown value; if it is not an error, only its type is logged
 * @param depth position in the cause chain, from 0
 */
export function toLoggedError(error: unknown, depth = 0): LoggedError {
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
    ...(error.cause instanceof Error && depth < maxDepth ? { cause: toLoggedError(error.cause, depth + 1) } : {}),
  };
}

/** Removes everything between the first and the last quotation mark, since quoted text may contain quotation marks. */
function withoutQuotes(message: string): string {
  const [firstLine = ''] = message.split('\n');
  return firstLine.replace(/^([^"'`“‘]*["'`“‘]).*(["'`”’])/, '$1…$2').slice(0, 300);
}
