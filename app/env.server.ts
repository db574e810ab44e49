import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';

/** What the surroundings say, checked. Every variable is described in README.md and `.env.example`. */
export type Environment = z.infer<typeof environmentSchema>;

const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an address that starts with http:// or https://' });
const smtpUrl = z
  .url({ protocol: /^smtps?$/, error: 'must be an address that starts with smtp:// or smtps://', abort: true })
  .refine((url) => !/%(?![0-9a-f]{2})/i.test(url), 'must have every % of user and password written as %25');
const text = z.string().trim().min(1, 'must not be empty');
const clamdUrl = text.refine(
  (url) => /^unix:\/./.test(url) || (/^tcp:\/\/[^/@]+$/.test(url) && URL.canParse(url)),
  'must be tcp://host:port or unix:/path/of/the.socket',
);
const fileUrl = text.regex(/^file:./, 'must be file: and a path');
/** A picture's address; `{code}` stands where the airline's code goes. */
const logoUrl = z
  .url({ protocol: /^https?$/, error: 'must be an address that starts with http:// or https://', abort: true })
  .refine((url) => url.includes('{code}'), "must have {code} where the airline's code goes");
const phone = text.regex(/^\+[0-9 ]{7,20}$/, 'must be an international number such as +49 30 23125000');

const analyticsId = text.regex(/^(?:G|AW|GT)-[A-Z0-9]+$/, 'must be an id such as G-ABC123XYZ0');

/** Medical reports cross no public network in the clear: names without a dot and private addresses (RFC 1918, 6761). */
function crossesNoNetwork(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  const isPrivate =
    /^(?:[^.]+|.+\.(?:localhost|internal|local|test)|127\..+|10\..+|192\.168\..+|172\.(?:1[6-9]|2\d|3[01])\..+)$/;
  return protocol === 'https:' || isPrivate.test(hostname);
}

const environmentSchema = z
  .object({
    NODE_ENV: z.enum(['production', 'development', 'test']).default('production'),
    PORT: z.coerce.number('must be a port number').int().min(0).max(65535).default(3000),
    HOST: text.default('0.0.0.0'),
    SITE_URL: httpUrl.transform((url) => new URL(url).origin).optional(),
    DATA_DIR: text.default('./data').transform((path) => resolve(path)),
    DATABASE_URL: fileUrl.optional(),
    FILES_URL: fileUrl.optional(),
    DESK: z.enum(['inbox', 'api', 'smtp'], "must be 'inbox', 'api' or 'smtp'").default('inbox'),
    API_URL: httpUrl.transform((url) => url.replace(/\/+$/, '')).optional(),
    SMTP_URL: smtpUrl.optional(),
    DESK_EMAIL: z.email('must be an e-mail address').optional(),
    MAIL_MEGABYTES: z.coerce.number('must be a number of megabytes').min(0).max(1000).default(20),
    CLAMD_URL: clamdUrl.optional(),
    CARRIER_LOGO_URL: logoUrl.optional(),
    FLIGHTS: z.enum(['sample', 'api'], "must be 'sample' or 'api'").optional(),
    TRUST_PROXY: z.coerce.number('must be the number of proxies in front').int().min(0).max(10).default(0),
    RATE_LIMIT_FACTOR: z.coerce.number('must be a number').positive().default(1),
    RETENTION_DAYS: z.coerce.number('must be a number of days').int().min(1).max(36_500).default(180),
    ANALYTICS_ID: analyticsId.optional(),
    COMPANY_NAME: text.default('Rihla Medical Travel'),
    COMPANY_PHONE: phone.default('+49 30 23125 010'),
    COMPANY_WHATSAPP: phone.default('+49 30 23125 011'),
    COMPANY_EMAIL: z.email('must be an e-mail address').default('care@example.com'),
    COMPANY_ADDRESS: text.default('Musterstraße 1, 10115 Berlin, Germany'),
    COMPANY_REPRESENTATIVE: text.default('Erika Mustermann'),
    COMPANY_REGISTER: text.default('Amtsgericht Musterstadt, HRB 00000'),
    COMPANY_VAT_ID: text.default('DE000000000'),
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
  .refine((env) => !env.API_URL || crossesNoNetwork(env.API_URL), {
    path: ['API_URL'],
    message: 'must start with https:// unless it is on this machine or in a private network',
  })
  .refine((env) => env.DESK !== 'smtp' || env.SMTP_URL, {
    path: ['SMTP_URL'],
    message: "must be set when DESK is 'smtp'",
  })
  .refine((env) => env.DESK !== 'smtp' || env.DESK_EMAIL, {
    path: ['DESK_EMAIL'],
    message: "must be set when DESK is 'smtp'",
  })
  .transform((env) => ({
    ...env,
    /** The site is reached by https. */
    IS_HTTPS: env.SITE_URL?.startsWith('https:') ?? false,
    FLIGHTS: env.FLIGHTS ?? (env.API_URL ? 'api' : 'sample'),
    FLIGHTS_FILE: resolve(env.DATA_DIR, 'flights.db'),
    DATABASE_FILE: resolve(env.DATABASE_URL?.slice('file:'.length) ?? `${env.DATA_DIR}/site.db`),
    UPLOADS_DIR: resolve(env.DATA_DIR, 'uploads'),
    LOGOS_DIR: resolve(env.DATA_DIR, 'carrier-logos'),
    FILES_DIR: resolve(env.FILES_URL?.slice('file:'.length) ?? `${env.DATA_DIR}/files`),
  }));

const companyVariables = [
  'COMPANY_NAME',
  'COMPANY_PHONE',
  'COMPANY_WHATSAPP',
  'COMPANY_EMAIL',
  'COMPANY_ADDRESS',
  'COMPANY_REPRESENTATIVE',
  'COMPANY_REGISTER',
  'COMPANY_VAT_ID',
] as const;

/** Thrown when a variable is wrong: its message is a sentence for the person who starts the site. */
export class EnvironmentError extends Error {
  override name = 'EnvironmentError';
}

/**
 * Reads and checks the environment. An empty variable counts as not set.
 * @throws {EnvironmentError} naming each wrong variable and what it must be.
 */
export function readEnvironment(source: Record<string, string | undefined>): Environment {
  const set = Object.fromEntries(Object.entries(source).filter(([, value]) => value?.trim()));
  const result = environmentSchema.safeParse(set);
  if (result.success) return result.data;
  const problems = result.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
  throw new EnvironmentError(`The site cannot start: ${problems.join('; ')}.`);
}

/**
 * The environment of this process, with `.env` of the working directory for what it does not set itself.
 * The one place that reads `process.env`.
 * @throws {EnvironmentError} as {@link readEnvironment} does.
 */
export function loadEnvironment(): { env: Environment; placeholders: string[] } {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return { env: readEnvironment(process.env), placeholders: placeholdersIn(process.env) };
}

/** The company's details that are still placeholders: worth a warning at the start, not a refusal. */
function placeholdersIn(source: Record<string, string | undefined>): string[] {
  return companyVariables.filter((name) => !source[name]?.trim());
}
