import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { EnvironmentError, readEnvironment } from './env.server.ts';

test('defaults to data in ./data and enquiries in the inbox', () => {
  expect(readEnvironment({})).toMatchObject({
    NODE_ENV: 'production',
    PORT: 3000,
    HOST: '0.0.0.0',
    DATA_DIR: resolve('data'),
    DATABASE_FILE: resolve('data/site.db'),
    FILES_DIR: resolve('data/files'),
    DESK: 'inbox',
    MAIL_MEGABYTES: 20,
    CLOSED_DAYS: 14,
    RETENTION_DAYS: 180,
    COMPANY_PHONE: expect.stringMatching(/^\+49 30 23125/) as string,
  });
  expect(readEnvironment({}).SITE_URL).toBeUndefined();
  expect(readEnvironment({}).CARRIER_LOGO_URL, 'no image service by default').toBeUndefined();
});

test.each([
  ['PORT', '0', { PORT: 0 }],
  ['DATA_DIR', '/srv/site', { LOGOS_DIR: '/srv/site/carrier-logos' }],
  ['DATA_DIR', '/srv/site', { DATABASE_FILE: '/srv/site/site.db', FILES_DIR: '/srv/site/files' }],
  ['DATABASE_URL', 'file:/srv/x.db', { DATABASE_FILE: '/srv/x.db' }],
  ['DATABASE_URL', 'file:./x.db', { DATABASE_FILE: resolve('x.db') }],
  ['DATABASE_URL', 'file:///srv/x.db', { DATABASE_FILE: '/srv/x.db' }],
  ['DATA_DIR', '/srv/site', { ERASURES_FILE: '/srv/site/erasures.txt' }],
  ['ERASURES_FILE', './x.txt', { ERASURES_FILE: resolve('x.txt') }],
  ['BACKUP_DAYS', '30', { BACKUP_DAYS: 30 }],
  ['FILES_URL', 'file:/srv/uploads', { FILES_DIR: '/srv/uploads' }],
  ['FILES_URL', 'file:/srv/uploads', { BUCKET: undefined }],
  ['SITE_URL', 'https://site.example/ar/?x=1', { SITE_URL: 'https://site.example' }],
  ['API_URL', 'http://localhost:3001/api//', { API_URL: 'http://localhost:3001/api' }],
  [
    'CARRIER_LOGO_URL',
    'https://pics.example/120/40/{code}.png',
    { CARRIER_LOGO_URL: 'https://pics.example/120/40/{code}.png' },
  ],
  ['API_URL', 'http://localhost:3001', { FLIGHTS: 'api' }],
  ['API_TOKEN', ' aB3._~+/-== ', { API_TOKEN: 'aB3._~+/-==' }],
  ['API_CALLBACK_TOKEN', 'x'.repeat(32), { API_CALLBACK_TOKEN: 'x'.repeat(32) }],
  ['CLAMD_URL', 'tcp://127.0.0.1:3310', { CLAMD_URL: 'tcp://127.0.0.1:3310' }],
  ['CLAMD_URL', 'tcp://[::1]', { CLAMD_URL: 'tcp://[::1]' }],
  ['CLAMD_URL', 'unix:/run/clamav/clamd.ctl', { CLAMD_URL: 'unix:/run/clamav/clamd.ctl' }],
  ['FLIGHTS', 'sample', { FLIGHTS: 'sample' }],
  ['FLIGHTS', 'none', { FLIGHTS: 'none' }],
  ['DATA_DIR', '/srv/site', { FLIGHTS: 'sample', FLIGHTS_FILE: '/srv/site/flights.db' }],
  ['DESK_EMAIL', 'desk@example.com', { DESK_EMAIL: ['desk@example.com'] }],
  ['DESK_EMAIL', ' a@example.com,b@example.com , a@example.com', { DESK_EMAIL: ['a@example.com', 'b@example.com'] }],
  ['MAIL_FROM', 'site@example.com', { MAIL_FROM: 'site@example.com' }],
  ['TRUST_PROXY', '2', { TRUST_PROXY: 2 }],
  ['RATE_LIMIT_FACTOR', '0.5', { RATE_LIMIT_FACTOR: 0.5 }],
  ['COMPANY_PHONE', '+49 30 23125099', { COMPANY_PHONE: '+49 30 23125099' }],
  ['ANALYTICS_ID', ' G-ABC123XYZ0', { ANALYTICS_ID: 'G-ABC123XYZ0' }],
  ['ANALYTICS_ID', 'GT-ABC123', { ANALYTICS_ID: 'GT-ABC123' }],
  ['COMPANY_NAME', ' رحلة ', { COMPANY_NAME: 'رحلة' }],
])('parses %s=%s', (name, value, expected) => {
  expect(readEnvironment({ [name]: value })).toMatchObject(expected);
});

test.each(['', ' ', undefined])('treats %j as unset', (value) => {
  const names = [
    'PORT',
    'DATA_DIR',
    'DESK',
    'API_URL',
    'SITE_URL',
    'CARRIER_LOGO_URL',
    'COMPANY_NAME',
    'COMPANY_EMAIL',
    'DATABASE_URL',
  ];
  expect(readEnvironment(Object.fromEntries(names.map((name) => [name, value])))).toEqual(readEnvironment({}));
});

describe('rejects an invalid value and names the variable:', () => {
  test.each([
    ['NODE_ENV', 'staging'],
    ['PORT', 'http'],
    ['PORT', '80.5'],
    ['PORT', '-1'],
    ['PORT', '65536'],
    ['SITE_URL', 'site.example'],
    ['SITE_URL', 'ftp://site.example'],
    ['API_URL', 'localhost:3001'],
    ['API_URL', 'http://api.example.com'],
    ['API_URL', 'http://172.32.0.1'],
    ['API_URL', 'http://localhost.example.com'],
    ['API_URL', 'http://10.example.com'],
    ['API_URL', 'http://[2001:db8::1]:3001'],
    ['API_URL', 'https://user:password@api.example.com'],
    ['API_URL', 'https://user@api.example.com'],
    ['API_URL', 'http://:password@localhost:3001'],
    ['API_TOKEN', 'two words'],
    ['API_TOKEN', 'line\nbreak'],
    ['API_CALLBACK_TOKEN', 'x'.repeat(31)],
    ['API_CALLBACK_TOKEN', `${'x'.repeat(40)} y`],
    ['DATABASE_URL', 'postgres://localhost/site'],
    ['FILES_URL', '/srv/files'],
    ['DESK', 'mailbox'],
    ['SMTP_URL', 'mail.example.com:25'],
    ['SMTP_URL', 'https://mail.example.com'],
    ['SMTP_URL', 'smtp://user:100%@mail.example.com'],
    ['DESK_EMAIL', 'desk at example.com'],
    ['DESK_EMAIL', 'a@example.com, b at example.com'],
    ['DESK_EMAIL', 'a@example.com,'],
    ['MAIL_FROM', 'Site <site@example.com>'],
    ['NOTIFY_EMAIL', 'duty'],
    ['NOTIFY_URL', 'hooks.example.com'],
    ['NOTIFY_URL', 'http://hooks.example.com'],
    ['NOTIFY_URL', 'https://user:password@hooks.example.com'],
    ['NOTIFY_URL', 'ntfy+https://ntfy.example.com/'],
    ['NOTIFY_URL', 'ntfy+http://ntfy.example.com/topic'],
    ['NOTIFY_URL', 'ftp://hooks.example.com'],
    ['NOTIFY_SECRET', 'secret'],
    ['NOTIFY_SECRET', 'whsec_c2hvcnQ='],
    ['NOTIFY_SECRET', 'whsec_no base64 at all, of any length that would do'],
    ['ESCALATE_MINUTES', '0'],
    ['ESCALATE_MINUTES', 'ten'],
    ['QUIET_HOURS', '22-7'],
    ['QUIET_HOURS', '22:00-25:00'],
    ['MAIL_MEGABYTES', 'many'],
    ['MAIL_MEGABYTES', '-1'],
    ['CARRIER_LOGO_URL', 'https://pics.example/120/40/QR.png'],
    ['CARRIER_LOGO_URL', 'pics.example/{code}.png'],
    ['CARRIER_LOGO_URL', 'file:///srv/{code}.png'],
    ['CLAMD_URL', '127.0.0.1:3310'],
    ['CLAMD_URL', 'http://127.0.0.1:3310'],
    ['CLAMD_URL', 'tcp://127.0.0.1:99999'],
    ['CLAMD_URL', 'tcp://127.0.0.1/path'],
    ['CLAMD_URL', 'unix:'],
    ['ANALYTICS_ID', 'UA-12345-1'],
    ['ANALYTICS_ID', 'g-abc'],
    ['ANALYTICS_ID', 'G-A"><script>'],
    ['CLOSED_DAYS', '0'],
    ['RETENTION_DAYS', '0'],
    ['BACKUP_DAYS', '0'],
    ['RETENTION_DAYS', '1.5'],
    ['RETENTION_DAYS', 'forever'],
    ['COMPANY_PHONE', '030 23125000'],
    ['COMPANY_WHATSAPP', '+49 30 CALL NOW'],
    ['COMPANY_EMAIL', 'care at example.com'],
  ])('%s=%s', (name, value) => {
    const read = () => readEnvironment({ [name]: value });
    expect(read).toThrow(EnvironmentError);
    expect(read).toThrow(new RegExp(`^The site cannot start: ${name} \\w.+\\.$`));
  });
});

test('reports all invalid variables together', () => {
  expect(() => readEnvironment({ PORT: 'x', DESK: 'y' })).toThrow(/PORT .*; DESK /);
});

test.each([
  'https://api.example.com',
  'http://api:3001',
  'http://10.1.2.3',
  'http://172.31.0.1',
  'http://api.internal',
  'http://[::1]:3001',
])('accepts %s as API_URL, because it is encrypted or private', (API_URL) => {
  expect(readEnvironment({ API_URL })).toMatchObject({ API_URL });
});

test('DESK=api and FLIGHTS=api require API_URL', () => {
  expect(() => readEnvironment({ DESK: 'api' })).toThrow(/API_URL must be set/);
  expect(() => readEnvironment({ FLIGHTS: 'api' })).toThrow(/API_URL must be set when FLIGHTS is 'api'/);
  expect(readEnvironment({ DESK: 'api', API_URL: 'https://api.example' })).toMatchObject({ DESK: 'api' });
});

test('DESK=smtp requires SMTP_URL and DESK_EMAIL, and reports both', () => {
  const mail = { DESK: 'smtp', SMTP_URL: 'smtps://user:pass@mail.example', DESK_EMAIL: 'desk@example.com' };
  expect(readEnvironment(mail)).toMatchObject({ ...mail, DESK_EMAIL: ['desk@example.com'], MAIL_MEGABYTES: 20 });
  expect(() => readEnvironment({ ...mail, SMTP_URL: '' })).toThrow(/: SMTP_URL must be set when DESK is 'smtp'\.$/);
  expect(() => readEnvironment({ ...mail, DESK_EMAIL: '' })).toThrow(/: DESK_EMAIL must be set when DESK is 'smtp'\.$/);
  expect(() => readEnvironment({ DESK: 'smtp' })).toThrow(/SMTP_URL must .*; DESK_EMAIL must /);
});

const secret = `whsec_${Buffer.alloc(24, 1).toString('base64')}`;

test('NOTIFY_URL takes several URLs and drops duplicates', () => {
  const NOTIFY_URL = 'https://a.example/x, ntfy+https://b.example/night\nhttp://10.0.0.1/y https://a.example/x';
  const env = readEnvironment({ NOTIFY_URL, NOTIFY_SECRET: secret, QUIET_HOURS: '22:00-07:00' });
  expect(env.NOTIFY_URL).toEqual(['https://a.example/x', 'ntfy+https://b.example/night', 'http://10.0.0.1/y']);
  expect(env).toMatchObject({ ESCALATE_MINUTES: 10, QUIET_HOURS: { from: 1320, to: 420 } });
});

test('a webhook requires a secret, ntfy does not', () => {
  expect(() => readEnvironment({ NOTIFY_URL: 'https://a.example/x' })).toThrow(/: NOTIFY_SECRET must be set to sign/);
  expect(readEnvironment({ NOTIFY_URL: 'ntfy+https://a.example/x' }).NOTIFY_SECRET).toBeUndefined();
});

test('NOTIFY_EMAIL requires a mail server and a sender', () => {
  expect(() => readEnvironment({ NOTIFY_EMAIL: 'a@example.com' })).toThrow(/SMTP_URL must .*; MAIL_FROM must /);
  const mail = { SMTP_URL: 'smtps://mail.example', NOTIFY_EMAIL: 'a@example.com' };
  expect(readEnvironment({ ...mail, MAIL_FROM: 'b@example.com' }).NOTIFY_EMAIL).toEqual(['a@example.com']);
  expect(readEnvironment({ ...mail, DESK_EMAIL: 'c@example.com' }).NOTIFY_EMAIL).toEqual(['a@example.com']);
});

test('an escalation recipient requires a recipient of first notices', () => {
  expect(() => readEnvironment({ ESCALATE_URL: 'ntfy+https://a.example/x' })).toThrow(/: NOTIFY_URL or NOTIFY_EMAIL /);
});

test.each(['DATABASE_URL', 'FILES_URL'])('%s without a path is rejected', (name) => {
  expect(() => readEnvironment({ [name]: 'file:' })).toThrow(new RegExp(name));
});

test.each([
  [{}, 'sample'],
  [{ SITE_URL: 'http://localhost:3000' }, 'sample'],
  [{ SITE_URL: 'https://site.example' }, 'none'],
  [{ SITE_URL: 'https://site.example', API_URL: 'https://api.example' }, 'api'],
  [{ SITE_URL: 'https://site.example', FLIGHTS: 'sample' }, 'sample'],
  [{ API_URL: 'https://api.example', FLIGHTS: 'none' }, 'none'],
])('with %j, flights come from %s', (source, expected) => {
  expect(readEnvironment(source).FLIGHTS).toBe(expected);
});

test('a bucket requires access keys', () => {
  const FILES_URL = 's3://files?region=eu-central-1';
  expect(() => readEnvironment({ FILES_URL })).toThrow(
    'AWS_ACCESS_KEY_ID must be set when FILES_URL is a bucket; AWS_SECRET_ACCESS_KEY must be set',
  );
  const keys = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' };
  expect(readEnvironment({ FILES_URL, ...keys }).BUCKET).toMatchObject({
    ...{ bucket: 'files', accessKeyId: 'id', secretAccessKey: 'secret', sessionToken: undefined },
  });
});
