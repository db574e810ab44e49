import { open } from 'node:fs/promises';

/** Makes creations, renames and deletions in a folder durable. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows can neither open a folder nor needs this.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
