import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import { dovecotConfiguration } from './dovecot-configuration.ts';
import { freePort } from './free-port.ts';
import { pathOf } from './system-programs.ts';
import { waitFor } from './wait-for.ts';

/**
 * A typical company mail server: Debian's Postfix, with Debian's Dovecot for authentication, quotas and mailboxes. They
 * share a temporary folder and listen on free ports. Postfix requires root.
 */
export interface MailServer {
  /** Path of the CA certificate, for NODE_EXTRA_CA_CERTS. */
  ca: string;
  /** Returns the value of SMTP_URL for one of its ports. */
  url(listener: Listener, password?: string): string;
  /** Parses the emails in a mailbox. */
  readMailbox(user: string): Promise<Email[]>;
  /** Fills a mailbox, leaving `free` kB. */
  fill(user: string, free?: number): void;
  empty(user: string): Promise<void>;
  /** Stops Postfix; mailboxes are kept. */
  stop(): Promise<void>;
  restart(): Promise<void>;
  close(): Promise<void>;
}

/**
 * The behaviour of a port. `starttls` and `smtps` are normal. `wrong-name` presents the certificate of another machine,
 * `clear` offers no encryption, `greylisting` defers the first attempt for each recipient, `small` accepts at most
 * 100 kB and advertises this limit, `small-unadvertised` does not advertise it, `filter` rejects emails with PDF
 * attachments, but only after it has received them.
 */
export type Listener = (typeof listeners)[number];
const listeners = [
  'starttls',
  'smtps',
  'wrong-name',
  'clear',
  'greylisting',
  'small',
  'small-unadvertised',
  'filter',
] as const;

/** The site does not trust this address without encryption, unlike 127.0.0.1. */
const host = '127.0.0.2';
/** The domain of the sender and of all mailboxes; every address in it has a mailbox. */
const domain = 'example.com';
const sender = 'site';
const validPassword = 'p@ss:word';
/** Mailbox quota in kB. */
const mailboxSize = 2048;

export async function startMailServer(): Promise<MailServer> {
  const folder = mkdtempSync(join(tmpdir(), 'mail-server-'));
  // Both programs run as their own users.
  chmodSync(folder, 0o755);
  const path = (name: string) => join(folder, name);
  const ports = new Map<Listener | 'quota' | 'greylist', number>();
  for (const name of [...listeners, 'quota', 'greylist'] as const) ports.set(name, await freePort(host));
  makeCertificates(folder);
  configureDovecot(folder, ports.get('quota') ?? 0);
  configurePostfix(folder, ports);
  const greylist = await startGreylist(ports.get('greylist') ?? 0);

  const dovecot = start(pathOf('dovecot'), ['-F', '-c', path('dovecot.conf')]);
  const startPostfix = async () => {
    const process = start(pathOf('postfix'), ['-c', path('postfix'), 'start-fg']);
    await waitUntilListening(process, ports.get('starttls') ?? 0, () => read(path('postfix.log')));
    return process;
  };
  let postfix: ChildProcess;
  // The started process only supervises the master process.
  const stopPostfix = () => stop(postfix, Number(read(path('queue/pid/master.pid'))));
  try {
    await waitUntilListening(dovecot, ports.get('quota') ?? 0, () => read(path('dovecot.log')), '127.0.0.1');
    postfix = await startPostfix();
  } catch (error) {
    await stop(dovecot);
    throw error;
  }

  const mailbox = (user: string) => join(folder, 'mail', `${user}@${domain}`);
  const recount = (user: string) =>
    execFileSync(pathOf('doveadm'), ['-c', path('dovecot.conf'), 'quota', 'recalc', '-u', `${user}@${domain}`]);
  return {
    ca: path('ca.pem'),
    url: (listener, password = validPassword) =>
      `${listener === 'smtps' ? 'smtps' : 'smtp'}://${sender}%40${domain}:${encodeURIComponent(password)}@${host}:${ports.get(listener)}`,
    async readMailbox(user) {
      const files = await mailFiles(mailbox(user));
      const emails = await Promise.all(files.map(async (file) => PostalMime.parse(await readFile(file))));
      return emails.filter(({ subject }) => subject !== fillerSubject);
    },
    fill(user, free = 0) {
      const size = (mailboxSize - free) * 1024;
      const mail = `Subject: ${fillerSubject}\n\n${'x'.repeat(76)}\n`;
      const deliver = ['-c', path('dovecot.conf'), 'save', '-u', `${user}@${domain}`];
      execFileSync(pathOf('doveadm'), deliver, { input: mail + `${'x'.repeat(76)}\n`.repeat(size / 77 - 5) });
      recount(user);
    },
    async empty(user) {
      await Promise.all((await mailFiles(mailbox(user))).map((file) => rm(file)));
      recount(user);
    },
    stop: stopPostfix,
    restart: async () => void (postfix = await startPostfix()),
    async close() {
      await stopPostfix();
      await stop(dovecot);
      await new Promise((resolve) => greylist.close(resolve));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The subject of emails that fill a mailbox. */
const fillerSubject = 'Stuffing';

async function mailFiles(mailbox: string): Promise<string[]> {
  const folders = await Promise.all(
    ['new', 'cur'].map(async (name) => {
      const folder = join(mailbox, name);
      return existsSync(folder) ? (await readdir(folder)).map((file) => join(folder, file)) : [];
    }),
  );
  return folders.flat();
}

/** Creates a certificate authority, a certificate for this machine, and one for another. */
function makeCertificates(folder: string): void {
  const path = (name: string) => join(folder, name);
  const openssl = (...args: string[]) => execFileSync(pathOf('openssl'), args, { stdio: 'pipe' });
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const authority = ['-subj', '/CN=Test authority', '-keyout', path('ca.key'), '-out', path('ca.pem')];
  openssl('req', '-x509', ...key, ...authority);
  for (const [name, subject] of [
    ['here', `IP:${host}`],
    ['elsewhere', 'DNS:mail.elsewhere.example'],
  ] as const) {
    const signed = ['-CA', path('ca.pem'), '-CAkey', path('ca.key'), '-addext', `subjectAltName=${subject}`];
    const files = ['-subj', `/CN=${name}`, '-keyout', path(`${name}.key`), '-out', path(`${name}.pem`)];
    openssl('req', '-x509', ...key, ...signed, ...files);
  }
}

function configureDovecot(folder: string, quotaPort: number): void {
  const path = (name: string) => join(folder, name);
  mkdirSync(path('mail'));
  const [uid, gid] = idsOf('nobody');
  chownSync(path('mail'), uid, gid);
  const version = execFileSync(pathOf('dovecot'), ['--version'], { encoding: 'utf8' });
  const settings = { folder, uid, gid, quotaPort, password: validPassword, mailboxSize };
  writeFileSync(path('dovecot.conf'), dovecotConfiguration(version, settings));
}

function configurePostfix(folder: string, ports: ReadonlyMap<string, number>): void {
  const path = (name: string) => join(folder, name);
  const config = path('postfix');
  mkdirSync(config);
  mkdirSync(path('queue'));
  mkdirSync(path('postfix-data'));
  chownSync(path('postfix-data'), ...idsOf('postfix'));
  writeFileSync(path('no-pdf'), '/^Content-Type: application\\/pdf/ REJECT 5.7.1 No PDF files here\n');
  const quotaCheck = `check_policy_service inet:127.0.0.1:${ports.get('quota')}`;
  writeFileSync(
    join(config, 'main.cf'),
    `compatibility_level = 3.6
queue_directory = ${path('queue')}
data_directory = ${path('postfix-data')}
maillog_file = ${path('postfix.log')}
maillog_file_prefixes = ${folder}
myhostname = mail.example.com
mydestination =
mynetworks =
inet_interfaces = loopback-only
inet_protocols = ipv4
alias_maps =
virtual_mailbox_domains = ${domain}
virtual_mailbox_maps = static:all
virtual_transport = lmtp:unix:${path('lmtp.sock')}
smtpd_sasl_auth_enable = yes
smtpd_sasl_type = dovecot
smtpd_sasl_path = ${path('auth.sock')}
smtpd_tls_security_level = encrypt
smtpd_tls_auth_only = yes
smtpd_tls_received_header = yes
smtpd_tls_cert_file = ${path('here.pem')}
smtpd_tls_key_file = ${path('here.key')}
smtpd_relay_restrictions = permit_sasl_authenticated, reject
smtpd_recipient_restrictions = ${quotaCheck}
smtpd_peername_lookup = no
message_size_limit = 30000000
virtual_mailbox_limit = 0
`,
  );
  const overrides: Record<Listener, string[]> = {
    starttls: [],
    smtps: ['smtpd_tls_wrappermode=yes'],
    'wrong-name': [`smtpd_tls_cert_file=${path('elsewhere.pem')}`, `smtpd_tls_key_file=${path('elsewhere.key')}`],
    clear: ['smtpd_tls_security_level=none', 'smtpd_tls_auth_only=no'],
    greylisting: [
      `smtpd_recipient_restrictions={ ${quotaCheck}, check_policy_service inet:127.0.0.1:${ports.get('greylist')} }`,
    ],
    small: ['message_size_limit=100000'],
    'small-unadvertised': ['message_size_limit=100000', 'smtpd_discard_ehlo_keywords=size'],
    filter: ['cleanup_service_name=filter'],
  };
  const service = (name: string, type: string, ...rest: string[]) => [name, type, ...rest].join(' ');
  writeFileSync(
    join(config, 'master.cf'),
    [
      ...listeners.map((listener) =>
        [
          service(`${host}:${ports.get(listener)}`, 'inet', 'n - n - - smtpd'),
          ...overrides[listener].map((setting) =>
            setting.includes('{') ? `  -o { ${setting.replace('={ ', ' = ').replace(/ }$/, '')} }` : `  -o ${setting}`,
          ),
        ].join('\n'),
      ),
      service('cleanup', 'unix', 'n - n - 0 cleanup'),
      `${service('filter', 'unix', 'n - n - 0 cleanup')}\n  -o mime_header_checks=regexp:${path('no-pdf')}`,
      service('qmgr', 'unix', 'n - n 300 1 qmgr'),
      service('tlsmgr', 'unix', '- - n 1000? 1 tlsmgr'),
      service('rewrite', 'unix', '- - n - - trivial-rewrite'),
      ...['bounce', 'defer', 'trace'].map((name) => service(name, 'unix', '- - n - 0 bounce')),
      service('proxymap', 'unix', '- - n - - proxymap'),
      service('lmtp', 'unix', '- - n - - lmtp'),
      ...['error', 'retry'].map((name) => service(name, 'unix', '- - n - - error')),
      service('anvil', 'unix', '- - n - 1 anvil'),
      service('scache', 'unix', '- - n - 1 scache'),
      service('postlog', 'unix-dgram', 'n - n - 1 postlogd'),
      '',
    ].join('\n'),
  );
}

/** Starts a policy service for Postfix that defers the first attempt for each recipient (RFC 6647). */
async function startGreylist(port: number): Promise<Server> {
  const known = new Set<string>();
  const server = createServer((socket) => {
    let pending = '';
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      pending += chunk.toString();
      for (let end = pending.indexOf('\n\n'); end >= 0; end = pending.indexOf('\n\n')) {
        const recipient = /^recipient=(.*)$/m.exec(pending.slice(0, end))?.[1] ?? '';
        pending = pending.slice(end + 2);
        const isAccepted = known.has(recipient) || recipient.startsWith('known');
        known.add(recipient);
        socket.write(`action=${isAccepted ? 'DUNNO' : 'DEFER_IF_PERMIT 4.2.0 Greylisted'}\n\n`);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  server.unref();
  return server;
}

function start(program: string, args: string[]): ChildProcess {
  return spawn(program, args, { stdio: 'ignore' });
}

/** Waits until a port accepts connections. @throws if the program ends first, or does not listen in time */
async function waitUntilListening(child: ChildProcess, port: number, log: () => string, address = host): Promise<void> {
  const exited = new Promise<never>((_resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`${child.spawnfile} exited with ${code}:\n${log()}`)));
  });
  exited.catch(() => undefined);
  try {
    await waitFor(() => Promise.race([acceptsConnections(port, address), exited]));
  } catch (error) {
    throw new Error(`${child.spawnfile} does not listen on ${port}:\n${log()}`, { cause: error });
  }
}

function acceptsConnections(port: number, address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = connect({ port, host: address }, () => {
      connection.destroy();
      resolve(true);
    });
    connection.once('error', () => resolve(false));
  });
}

/** Stops a program. @param pid the process to signal, if `child` is only its supervisor */
async function stop(child: ChildProcess, pid = child.pid): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  if (pid) process.kill(pid, 'SIGTERM');
  await exited;
}

function read(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

/** Returns the user and group id of a system user. */
function idsOf(user: string): [number, number] {
  const id = (flag: string) => Number(execFileSync('id', [flag, user]).toString());
  return [id('-u'), id('-g')];
}
