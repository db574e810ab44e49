import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { parseBucketAddress } from './addresses/bucket-address.ts';
import { parsePostgresAddress } from './addresses/postgres-address.ts';
import { isPrivateOrEncrypted } from './addresses/private-host.ts';
import { parseNetworks } from './networks.ts';
import { parseQuietHours } from './quiet-hours.ts';
import { webhookKey } from './webhook-key.ts';

/** The validated environment. docs/configuration.md describes all variables. */
export type Environment = z.infer<typeof environmentSchema>;

const httpUrl = z.url({ protocol: /^https?$/, error: 'must be a URL that starts with http:// or https://' });
const smtpUrl = z
  .url({ protocol: /^smtps?$/, error: 'must be a URL that starts with smtp:// or smtps://', abort: true })
  .refine((url) => !/%(?![0-9a-f]{2})/i.test(url), 'must have every % in user and password encoded as %25');
const text = z.string().trim().min(1, 'must not be empty');
const email = z.email('must be an email address');
const emails = text
  .transform((list) => list.split(',').map((address) => address.trim()))
  .refine((list) => list.every((address) => email.safeParse(address).success), {
    error: 'must be an email address, or several separated by commas',
  })
  .transform((list) => [...new Set(list)] as [string, ...string[]]);
const clamdUrl = text.refine(
  (url) => /^unix:\/./.test(url) || (/^tcp:\/\/[^/@]+$/.test(url) && URL.canParse(url)),
  'must be tcp://host:port or unix:/path/of/the.socket',
);
/** The path of a folder, or the address of a bucket. */
const filesUrl = text
  .regex(/^(?:file|s3):./, 'must be file: and a path, or s3:// and a bucket')
  .transform((url, context) => {
    if (url.startsWith('file:')) return { folder: url.slice('file:'.length), bucket: undefined };
    const bucket = parseBucketAddress(url);
    if (!('problem' in bucket)) return { folder: undefined, bucket };
    context.addIssue(bucket.problem);
    return z.NEVER;
  });
/** The path of an SQLite file, or the address of a PostgreSQL database. */
const databaseUrl = text
  .regex(/^(?:file|postgres|postgresql):./, 'must be file: and a path, or postgres:// and an address')
  .transform((url, context) => {
    if (url.startsWith('file:')) return { file: url.slice('file:'.length), address: undefined };
    const address = parsePostgresAddress(url);
    if (!('problem' in address)) return { file: undefined, address };
    context.addIssue(address.problem);
    return z.NEVER;
  });
/** An image URL; `{code}` is replaced with the airline's code. */
const logoUrl = z
  .url({ protocol: /^https?$/, error: 'must be a URL that starts with http:// or https://', abort: true })
  .refine((url) => url.includes('{code}'), "must contain {code} in place of the airline's code");
const phone = text.regex(/^\+[0-9 ]{7,20}$/, 'must be a number in international format such as +49 30 23125000');

/** A bearer token in the syntax of RFC 6750, section 2.1, which is also valid in a header. */
const bearerToken = text.regex(/^[A-Za-z0-9._~+/-]+=*$/, 'must consist of letters, digits and - . _ ~ + / only');

const analyticsId = text.regex(/^(?:G|AW|GT)-[A-Z0-9]+$/, 'must be an id such as G-ABC123XYZ0');

const isHttps = (siteUrl: string | undefined): boolean => siteUrl?.startsWith('https:') ?? false;

function hasCredentials(url: string): boolean {
  const { username, password } = new URL(url);
  return username !== '' || password !== '';
}

/** Destinations of notices, separated by commas or whitespace: webhooks, or topics on ntfy servers. */
const noticeUrls = text
  .transform((list) => [...new Set(list.split(/[\s,]+/).filter(Boolean))])
  .refine((list) => list.every(isNoticeUrl), {
    error:
      'must be URLs such as https://host/path or ntfy+https://host/topic, with https unless they are on this ' +
      'machine or in a private network, and without a user or password',
  });

function isNoticeUrl(entry: string): boolean {
  const isNtfy = entry.startsWith('ntfy+');
  const url = isNtfy ? entry.slice('ntfy+'.length) : entry;
  if (!/^https?:/.test(url) || !URL.canParse(url) || !isPrivateOrEncrypted(url)) return false;
  return !hasCredentials(url) && (!isNtfy || new URL(url).pathname.replace(/(?<!\/)\/+$/, '') !== '');
}

function allNoticeUrls({
  NOTIFY_URL = [],
  ESCALATE_URL = [],
}: Partial<Record<'NOTIFY_URL' | 'ESCALATE_URL', string[]>>) {
  return [...NOTIFY_URL, ...ESCALATE_URL];
}

const webhookSecret = text.transform((secret, context) => {
  const key = webhookKey(secret);
  if (key) return key;
  context.addIssue(
    'must be whsec_ and 24 to 64 bytes in base64, as produced by `echo whsec_$(openssl rand -base64 32)`',
  );
  return z.NEVER;
});

/** The company's name until it is set. */
const placeholderName = { en: 'Rihla Medical Travel', ar: 'رحلة' };

const quietHours = text.transform((hours, context) => {
  const parsed = parseQuietHours(hours);
  if (parsed) return parsed;
  context.addIssue('must be hours such as 22:00-07:00');
  return z.NEVER;
});

const networks = text.transform((list, context) => {
  const parsed = parseNetworks(list);
  if (parsed) return parsed;
  context.addIssue('must be addresses or networks such as 192.0.2.0/24, separated by commas');
  return z.NEVER;
});

const environmentSchema = z
  .object({
    NODE_ENV: z.enum(['production', 'development', 'test']).default('production'),
    PORT: z.coerce.number('must be a port number').int().min(0).max(65535).default(3000),
    HOST: text.default('0.0.0.0'),
    METRICS_PORT: z.coerce.number('must be a port number').int().min(0).max(65535).optional(),
    METRICS_HOST: text.default('127.0.0.1'),
    HEALTH_SOCKET: text.optional(),
    SITE_URL: httpUrl.transform((url) => new URL(url).origin).optional(),
    DATA_DIR: text.default('./data').transform((path) => resolve(path)),
    DATABASE_URL: databaseUrl.optional(),
    PGPASSWORD: text.optional(),
    DATABASE_CONNECTIONS: z.coerce.number('must be a number of connections').int().min(2).max(500).default(10),
    FILES_URL: filesUrl.optional(),
    AWS_ACCESS_KEY_ID: text.optional(),
    AWS_SECRET_ACCESS_KEY: text.optional(),
    AWS_SESSION_TOKEN: text.optional(),
    ERASURES_FILE: text.transform((path) => resolve(path)).optional(),
    BACKUP_DAYS: z.coerce.number('must be a number of days').int().min(1).max(3_650).optional(),
    DESK: z.enum(['inbox', 'api', 'smtp'], "must be 'inbox', 'api' or 'smtp'").default('inbox'),
    API_URL: httpUrl.transform((url) => url.replace(/(?<!\/)\/+$/, '')).optional(),
    API_TOKEN: bearerToken.optional(),
    API_CALLBACK_TOKEN: bearerToken.min(32, 'must have at least 32 characters').optional(),
    SMTP_URL: smtpUrl.optional(),
    DESK_EMAIL: emails.optional(),
    MAIL_FROM: email.optional(),
    DESK_NETWORKS: networks.optional(),
    NOTIFY_EMAIL: emails.optional(),
    NOTIFY_URL: noticeUrls.optional(),
    NOTIFY_SECRET: webhookSecret.optional(),
    NTFY_TOKEN: text.optional(),
    ESCALATE_EMAIL: emails.optional(),
    ESCALATE_URL: noticeUrls.optional(),
    ESCALATE_MINUTES: z.coerce.number('must be a number of minutes').positive().max(10_080).default(10),
    QUIET_HOURS: quietHours.optional(),
    MAIL_MEGABYTES: z.coerce.number('must be a number of megabytes').min(0).max(1000).default(20),
    CLAMD_URL: clamdUrl.optional(),
    CARRIER_LOGO_URL: logoUrl.optional(),
    FLIGHTS: z.enum(['sample', 'api', 'none'], "must be 'sample', 'api' or 'none'").optional(),
    TRUST_PROXY: z.coerce.number('must be the number of reverse proxies').int().min(0).max(10).default(0),
    RATE_LIMIT_FACTOR: z.coerce.number('must be a number').positive().default(1),
    CLOSED_DAYS: z.coerce.number('must be a number of days').int().min(1).max(36_500).default(14),
    RETENTION_DAYS: z.coerce.number('must be a number of days').int().min(1).max(36_500).default(180),
    ANALYTICS_ID: analyticsId.optional(),
    COMPANY_NAME: text.default(placeholderName.en),
    COMPANY_NAME_AR: text.optional(),
    COMPANY_PHONE: phone.default('+49 30 23125 010'),
    COMPANY_WHATSAPP: phone.default('+49 30 23125 011'),
    COMPANY_EMAIL: email.default('care@example.com'),
    COMPANY_ADDRESS: text.default('Musterstraße 1, 10115 Berlin, Germany'),
    COMPANY_REPRESENTATIVE: text.optional(),
    COMPANY_REGISTER: text.optional(),
    COMPANY_VAT_ID: text.optional(),
    COMPANY_SOCIAL_FACEBOOK: httpUrl.optional(),
    COMPANY_SOCIAL_INSTAGRAM: httpUrl.optional(),
    COMPANY_SOCIAL_X: httpUrl.optional(),
    COMPANY_SOCIAL_YOUTUBE: httpUrl.optional(),
  })
  .refine((env) => env.DESK !== 'api' || env.API_URL, {
    path: ['API_URL'],
    message: "must be set when DESK is 'api'",
  })
  .refine((env) => env.FLIGHTS !== 'api' || env.API_URL, {
    path: ['API_URL'],
    message: "must be set when FLIGHTS is 'api'",
  })
  .refine((env) => !env.API_URL || isPrivateOrEncrypted(env.API_URL), {
    path: ['API_URL'],
    message: 'must start with https:// unless it is on this machine or in a private network',
  })
  .refine((env) => !env.API_URL || !hasCredentials(env.API_URL), {
    path: ['API_URL'],
    message: 'must not contain a user or password: set API_TOKEN, which is sent as a bearer token',
  })
  .refine((env) => env.DESK !== 'smtp' || env.SMTP_URL, {
    path: ['SMTP_URL'],
    message: "must be set when DESK is 'smtp'",
  })
  .refine((env) => env.DESK !== 'smtp' || env.DESK_EMAIL, {
    path: ['DESK_EMAIL'],
    message: "must be set when DESK is 'smtp'",
  })
  .superRefine((env, context) => {
    if (!env.FILES_URL?.bucket) return;
    for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'] as const) {
      if (env[name] === undefined) {
        context.addIssue({ code: 'custom', path: [name], message: 'must be set when FILES_URL is a bucket' });
      }
    }
  })
  .superRefine((env, context) => {
    for (const name of ['NOTIFY_EMAIL', 'ESCALATE_EMAIL'] as const) {
      if (!env[name]) continue;
      const addIssue = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
      if (!env.SMTP_URL) addIssue('SMTP_URL', `must be set for ${name}`);
      if (!(env.MAIL_FROM ?? env.DESK_EMAIL)) addIssue('MAIL_FROM', `must be set for ${name}, unless DESK_EMAIL is`);
    }
  })
  .refine((env) => env.NOTIFY_SECRET ?? !allNoticeUrls(env).some((url) => url.startsWith('http')), {
    path: ['NOTIFY_SECRET'],
    message: 'must be set to sign notices to NOTIFY_URL or ESCALATE_URL',
  })
  .refine((env) => env.NOTIFY_EMAIL ?? env.NOTIFY_URL ?? !(env.ESCALATE_EMAIL ?? env.ESCALATE_URL), {
    path: ['NOTIFY_URL'],
    message: 'or NOTIFY_EMAIL must be set when ESCALATE_URL or ESCALATE_EMAIL is set',
  })
  .transform(
    ({ DATABASE_URL, PGPASSWORD, FILES_URL, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN, ...env }) => ({
      ...env,
      /** The PostgreSQL database, which replaces the SQLite file. */
      POSTGRES: DATABASE_URL?.address && {
        ...DATABASE_URL.address,
        password: DATABASE_URL.address.password ?? PGPASSWORD,
      },
      DATABASE_FILE: resolve(DATABASE_URL?.file ?? `${env.DATA_DIR}/site.db`),
      /** Whether the site is served over https. */
      IS_HTTPS: isHttps(env.SITE_URL),
      // Families must not find invented flights on a public site.
      FLIGHTS: env.FLIGHTS ?? (env.API_URL ? 'api' : isHttps(env.SITE_URL) ? 'none' : 'sample'),
      COMPANY_NAME_AR:
        env.COMPANY_NAME_AR ?? (env.COMPANY_NAME === placeholderName.en ? placeholderName.ar : env.COMPANY_NAME),
      FLIGHTS_FILE: resolve(env.DATA_DIR, 'flights.db'),
      UPLOADS_DIR: resolve(env.DATA_DIR, 'uploads'),
      ERASURES_FILE: env.ERASURES_FILE ?? resolve(env.DATA_DIR, 'erasures.txt'),
      LOGOS_DIR: resolve(env.DATA_DIR, 'carrier-logos'),
      FILES_DIR: resolve(FILES_URL?.folder ?? `${env.DATA_DIR}/files`),
      /** The bucket, which replaces the folder of files, and the keys to it. */
      BUCKET: FILES_URL?.bucket && {
        ...FILES_URL.bucket,
        accessKeyId: AWS_ACCESS_KEY_ID ?? '',
        secretAccessKey: AWS_SECRET_ACCESS_KEY ?? '',
        sessionToken: AWS_SESSION_TOKEN,
      },
    }),
  );

/** Returns the name of the database for messages, without a password. */
export function databaseName({ DATABASE_FILE, POSTGRES }: Environment): string {
  return POSTGRES?.label ?? DATABASE_FILE;
}

const companyVariables = [
  'COMPANY_NAME',
  'COMPANY_PHONE',
  'COMPANY_WHATSAPP',
  'COMPANY_EMAIL',
  'COMPANY_ADDRESS',
] as const;

/** Thrown for an unusable environment; the message is for the operator who starts the site. */
export class EnvironmentError extends Error {
  override name = 'EnvironmentError';
}

/**
 * Parses and validates the environment. An empty variable counts as not set.
 * @throws {EnvironmentError} if variables are invalid; the message names each and its valid values
 */
export function readEnvironment(source: Record<string, string | undefined>): Environment {
  const defined = Object.fromEntries(Object.entries(source).filter(([, value]) => value?.trim()));
  const result = environmentSchema.safeParse(defined);
  if (result.success) return result.data;
  const problems = result.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
  throw new EnvironmentError(`The site cannot start: ${problems.join('; ')}.`);
}

/**
 * Reads the environment of this process with other values of some variables, for a command that names stores in its
 * arguments.
 * @throws {EnvironmentError} as {@link loadEnvironment}
 */
export function loadEnvironmentWith(variables: Record<string, string | undefined>): Environment {
  loadEnvironment();
  return readEnvironment({ ...process.env, ...variables });
}

let loaded: { env: Environment; placeholders: string[] } | undefined;

/**
 * Reads the environment of this process once, including `.env` in the working directory. The site reads its settings
 * nowhere else.
 * @returns the environment, and the names of company variables that still have placeholder values
 * @throws {EnvironmentError} as {@link readEnvironment} does, and if `.env` sets NODE_EXTRA_CA_CERTS
 */
export function loadEnvironment(): { env: Environment; placeholders: string[] } {
  return (loaded ??= readProcessEnvironment());
}

function readProcessEnvironment(): NonNullable<typeof loaded> {
  const initialCaCerts = process.env.NODE_EXTRA_CA_CERTS;
  if (existsSync('.env')) process.loadEnvFile('.env');
  if (process.env.NODE_EXTRA_CA_CERTS !== initialCaCerts) {
    throw new EnvironmentError(
      'NODE_EXTRA_CA_CERTS has no effect in .env, because Node reads it when it starts. Set it in the environment of ' +
        'the service, and remove it from .env.',
    );
  }
  return { env: readEnvironment(process.env), placeholders: placeholderVariables(process.env) };
}

/** Returns the names of company variables that are not set, which deserve a warning rather than an error. */
function placeholderVariables(source: Record<string, string | undefined>): string[] {
  return companyVariables.filter((name) => !source[name]?.trim());
}
