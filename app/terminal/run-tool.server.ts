import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { DatabaseError, DatabaseUnavailableError } from '#app/database/database-error.ts';
import { EnvironmentError } from '#app/env/env.server.ts';

/** An error that the user can fix. {@link runTool} prints only its message; exit status 2. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/**
 * Parses command-line arguments.
 * @param options as for Node's `parseArgs`
 * @throws {UsageError} for invalid arguments, with the reason and the usage
 */
export function readArguments<const Options extends ParseArgsOptionsConfig>(
  options: Options,
  usage: string,
  args = process.argv.slice(2),
) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UsageError(`${error.message}\n\n${usage}`);
  }
}

/** Runs a command-line tool. Prints errors that the user can fix, without a stack trace, and exits with status 2. */
export async function runTool(work: () => Promise<void>): Promise<void> {
  // A reader such as `head` may close the pipe early.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit(0);
  });
  try {
    await work();
  } catch (error) {
    if (!isUserError(error)) throw error;
    console.error(error.message);
    process.exitCode = 2;
  }
}

/** File system errors that the user can fix; Node's message contains the path. */
const fileSystemErrors = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT', 'EIO', 'ENOTDIR', 'EISDIR', 'ELOOP']);

function isUserError(error: unknown): error is Error {
  if (error instanceof UsageError || error instanceof EnvironmentError || error instanceof DatabaseError) return true;
  if (error instanceof DatabaseUnavailableError) return true;
  if (!(error instanceof Error)) return false;
  // Compared by name, so that this module does not depend on the file store.
  return error.name === 'BucketError' || fileSystemErrors.has((error as NodeJS.ErrnoException).code ?? '');
}
