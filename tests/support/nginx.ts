import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { request } from 'node:https';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { freePorts } from './free-port.ts';
import { pathOf } from './system-programs.ts';

/** The public host name of the site behind nginx. */
export const publicHost = 'www.example.com';

/** nginx with the configuration in `deploy`. */
export interface Nginx {
  /**
   * Returns an address for requests over HTTP that reach nginx as if from another machine.
   * @param client the loopback address of that machine
   */
  addressFor(client: string): Promise<string>;
  /** Sends a request over HTTPS. */
  fetch(path: string, options?: { headers?: Record<string, string>; body?: FormData }): Promise<Response>;
  /** The port for plain HTTP. */
  httpPort: number;
  /** Returns how much of requests and responses nginx keeps in files (bytes), which it has deleted but not closed. */
  temporaryBytes(): number;
  /** Returns everything that nginx has logged. */
  readLogs(): string;
  close(): Promise<void>;
}

/**
 * Starts nginx with `deploy/nginx.conf`, in which only ports, paths and the site's addresses are replaced.
 * @param sitePorts the ports of the processes of the site
 * @param phone the phone number on the page that says that the site is down
 */
export async function startNginx(sitePorts: number[], phone: string): Promise<Nginx> {
  const folder = mkdtempSync(join(tmpdir(), 'nginx-'));
  const path = (name: string) => join(folder, name);
  // nginx reads the page as another user.
  chmodSync(folder, 0o755);
  const { httpPort, httpsPort, plainPort } = await freePorts('httpPort', 'httpsPort', 'plainPort');
  const keyOptions = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const files = ['-keyout', path('privkey.pem'), '-out', path('fullchain.pem')];
  const names = ['-subj', `/CN=${publicHost}`, '-addext', `subjectAltName=DNS:${publicHost}`];
  execFileSync(pathOf('openssl'), ['req', '-x509', ...keyOptions, ...files, ...names], { stdio: 'pipe' });
  mkdirSync(path('logs'));
  const page = readFileSync('deploy/unavailable.html', 'utf8');
  writeFileSync(path('unavailable.html'), page.replace(/COMPANY_PHONE/g, phone));
  const server = /^server 127\.0\.0\.1:3000 .*;$/m.exec(readFileSync('deploy/processes.conf', 'utf8'))?.[0] ?? '';
  writeFileSync(path('processes.conf'), sitePorts.map((port) => server.replace('3000', String(port))).join('\n'));
  const replacements: [RegExp, string][] = [
    [/^ *listen \[::\].*\n/gm, ''],
    [/listen 80;/, `listen 127.0.0.1:${httpPort};`],
    // Also without encryption, which would take half of the processor time of a test with many visitors.
    [/listen 443 /, `listen 127.0.0.1:${plainPort};\n  listen 127.0.0.1:${httpsPort} `],
    [/\/etc\/nginx\/site\/processes\.conf/g, path('processes.conf')],
    [/\/var\/cache\/nginx-site/, path('cache')],
    [/\/etc\/ssl\/site\//g, `${folder}/`],
    [/\/var\/log\/nginx\//g, `${folder}/logs/`],
    [/root \/etc\/nginx\/site;/, `root ${folder};`],
  ];
  const site = replacements.reduce(
    (text, [found, replacement]) => {
      if (text.search(found) < 0) throw new Error(`deploy/nginx.conf lacks ${found.source}`);
      return text.replace(found, replacement);
    },
    readFileSync('deploy/nginx.conf', 'utf8'),
  );
  writeFileSync(path('site.conf'), site);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  writeFileSync(
    path('nginx.conf'),
    // The error log is set outside the site's own block, as in Debian's configuration.
    `daemon off;
pid ${folder}/nginx.pid;
error_log ${folder}/logs/error.log warn;
events {}
http {
${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n')}
access_log ${folder}/logs/access.log;
include ${folder}/site.conf;
}
`,
  );
  const child: ChildProcess = spawn(pathOf('nginx'), ['-c', path('nginx.conf')], { stdio: 'pipe' });
  let output = '';
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const certificate = readFileSync(path('fullchain.pem'));

  async function fetchThrough(target: string, { headers = {}, body }: Parameters<Nginx['fetch']>[1] = {}) {
    const encoded = body && new Response(body);
    const bytes = encoded && Buffer.from(await encoded.arrayBuffer());
    const contentType = encoded?.headers.get('Content-Type');
    return new Promise<Response>((resolve, reject) => {
      const sent = request({
        ...{ host: '127.0.0.1', port: httpsPort, servername: publicHost, ca: certificate, path: target },
        method: bytes ? 'POST' : 'GET',
        headers: { Host: publicHost, ...(contentType && { 'Content-Type': contentType }), ...headers },
      });
      sent.once('error', reject);
      sent.once('response', (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('error', reject);
        response.once('end', () => {
          const received = new Headers(
            Object.entries(response.headers).map(([name, value]): [string, string] => [name, String(value)]),
          );
          resolve(new Response(Buffer.concat(chunks), { status: response.statusCode, headers: received }));
        });
      });
      sent.end(bytes);
    });
  }

  const forwarders: Server[] = [];

  async function addressFor(client: string): Promise<string> {
    const forwarder = createServer((connection) => {
      const upstream = connect({ port: plainPort, host: '127.0.0.1', localAddress: client });
      // If one of the two connections breaks, the other one is closed too.
      pipeline(connection, upstream, connection, () => undefined);
    });
    forwarders.push(forwarder);
    await new Promise<void>((resolve) => forwarder.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(forwarder.address() as AddressInfo).port}`;
  }

  for (;;) {
    if (child.exitCode !== null) throw new Error(`nginx exited:\n${output}`);
    const isReady = await fetchThrough('/').then(
      () => true,
      () => false,
    );
    if (isReady) break;
    await pause(20);
  }
  return {
    addressFor,
    fetch: fetchThrough,
    httpPort,
    temporaryBytes: () => temporaryBytesOf(child.pid ?? 0, folder),
    readLogs: () =>
      readdirSync(path('logs'))
        .map((name) => readFileSync(path(`logs/${name}`), 'utf8'))
        .join('\n') + output,
    async close() {
      for (const forwarder of forwarders) forwarder.close();
      child.kill('SIGTERM');
      await exited;
      rmSync(folder, { recursive: true });
    },
  };
}

/** Returns the size of the open files below a folder that the children of a process have deleted (bytes). */
function temporaryBytesOf(pid: number, folder: string): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  const descriptors = children.flatMap((child) =>
    readdirSync(`/proc/${child}/fd`).map((number) => `/proc/${child}/fd/${number}`),
  );
  // A descriptor may have been closed in the meantime.
  const files = descriptors.filter((path) => {
    const target = attempt(() => readlinkSync(path)) ?? '';
    return target.startsWith(folder) && target.endsWith('(deleted)');
  });
  return files.reduce((sum, path) => sum + (attempt(() => statSync(path).size) ?? 0), 0);
}

function attempt<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
