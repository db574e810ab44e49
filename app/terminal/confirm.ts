import { createInterface } from 'node:readline/promises';
import { UsageError } from './run-tool.server.ts';

/**
 * Asks on the terminal whether to do something.
 * @returns whether the answer was `yes`
 * @throws {UsageError} if standard input is not a terminal
 */
export async function confirm(question: string): Promise<boolean> {
  if (!process.stdin.isTTY)
    throw new UsageError(`${question} Cannot ask for confirmation because standard input is not a terminal; use --yes`);
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return (await terminal.question(`${question} Type yes: `)).trim().toLowerCase() === 'yes';
  } finally {
    terminal.close();
  }
}
