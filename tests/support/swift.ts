import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { freePorts } from './free-port.ts';
import { pathOf } from './system-programs.ts';
import { waitFor } from './wait-for.ts';

const program = 'tests/support/swift-server.py';

const keys = { AWS_ACCESS_KEY_ID: 'site:tests', AWS_SECRET_ACCESS_KEY: 'secret' };
const bucket = 'files';

/** OpenStack Swift with its S3 API, and one bucket. */
export interface Swift {
  /** Returns the environment of a site whose files are in the bucket, under names with a prefix. */
  environment(prefix: string): Record<string, string>;
  start(): Promise<void>;
  /** Kills all its processes. */
  stop(): Promise<void>;
  /** Suspends it: it accepts connections but does not respond until `resume`. */
  hang(): Promise<void>;
  resume(): Promise<void>;
  /** Stops it and deletes its data. */
  close(): Promise<void>;
}

/** Starts Swift in a temporary folder. */
export async function startSwift(): Promise<Swift> {
  const folder = mkdtempSync(join(folderWithAttributes(), 'swift-'));
  const ports = await freePorts('proxy', 'account', 'container', 'object', 'memcached');
  const endpoint = `http://127.0.0.1:${ports.proxy}`;
  let server: ChildProcess | undefined;

  async function start(): Promise<void> {
    const keyArguments = [keys.AWS_ACCESS_KEY_ID, keys.AWS_SECRET_ACCESS_KEY];
    const numbers = Object.values(ports).map(String);
    server = spawn(pathOf('python3'), [program, folder, pathOf('memcached'), ...keyArguments, ...numbers], {
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    await waitFor(() => hasBucket(endpoint));
  }

  /** Sends a signal to all servers. */
  const signal = (name: NodeJS.Signals) =>
    new Promise<void>((resolve) => server?.stdin?.write(`${name}\n`, () => resolve()));

  async function stop(): Promise<void> {
    const running = server;
    if (!running) return;
    const ended = new Promise((resolve) => running.once('exit', resolve));
    running.stdin?.end();
    server = undefined;
    await ended;
  }

  await start();
  return {
    environment: (prefix) => ({
      FILES_URL: `s3://${bucket}/${prefix}?endpoint=${encodeURIComponent(endpoint)}`,
      ...keys,
    }),
    start,
    stop,
    hang: () => signal('SIGSTOP'),
    resume: () => signal('SIGCONT'),
    async close() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Returns a folder whose file system has extended attributes; those in memory have them only since Linux 6.6. */
function folderWithAttributes(): string {
  const script = 'import os, sys; os.setxattr(sys.argv[1], "user.test", b"")';
  return spawnSync(pathOf('python3'), ['-c', script, tmpdir()]).status === 0 ? tmpdir() : '/var/tmp';
}

/** Creates the bucket, if it does not exist. @returns whether all servers respond */
async function hasBucket(endpoint: string): Promise<boolean> {
  const credentials = { accessKeyId: keys.AWS_ACCESS_KEY_ID, secretAccessKey: keys.AWS_SECRET_ACCESS_KEY };
  const client = new S3Client({ endpoint, credentials, region: 'us-east-1', forcePathStyle: true, maxAttempts: 1 });
  try {
    await client.send(new CreateBucketCommand({ Bucket: bucket }));
    return true;
  } catch (error) {
    return (error as Error).name === 'BucketAlreadyOwnedByYou';
  } finally {
    client.destroy();
  }
}
