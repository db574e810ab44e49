import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundlePrograms } from './bundled-programs.ts';
import useTemporaryFolder from './temporary-folder.ts';

/** The global setup of the integration tests. @returns the teardown */
export default async function setUp(): Promise<() => void> {
  const tearDown = useTemporaryFolder();
  await bundlePrograms(mkdtempSync(join(tmpdir(), 'programs-')));
  return tearDown;
}
