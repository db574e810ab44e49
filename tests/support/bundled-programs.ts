import { join } from 'node:path';
import { build } from 'esbuild';

/** The command-line programs with their source files. */
export const programs = {
  enquiries: 'app/cli/desk-tool.server.ts',
  company: 'app/cli/company/company-tool.server.ts',
  desk: 'app/desk/tool/desk-accounts-tool.server.ts',
  backup: 'app/backup/tools/backup-tool.server.ts',
  restore: 'app/backup/tools/restore-tool.server.ts',
  move: 'app/move/move-tool.server.ts',
  check: 'app/backup/tools/check-tool.server.ts',
};

const variable = 'BUNDLED_PROGRAMS';

/**
 * Bundles the command-line programs for all tests of a run: a program of seven hundred modules takes five times as long
 * to load as its bundle.
 */
export async function bundlePrograms(folder: string): Promise<void> {
  await build({
    entryPoints: programs,
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    // A CommonJS package that is imported on demand would have no named exports.
    mainFields: ['module', 'main'],
    // CommonJS packages call `require` for Node's built-in modules.
    banner: { js: `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);` },
  });
  process.env[variable] = folder;
}

/** Returns the path of a program's bundle, or of its source file if this run has not bundled the programs. */
export function bundleOf(program: keyof typeof programs): string {
  const folder = process.env[variable];
  return folder === undefined ? programs[program] : join(folder, `${program}.mjs`);
}
