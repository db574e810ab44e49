import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { EnvironmentError, readEnvironment } from './env.server.ts';

test('nothing has to be set: the site runs in one folder and is its own desk', () => {
  expect(readEnvironment({})).toMatchObject({
    NODE_ENV: 'production',
    PORT: 3000,
    HOST: '0.0.0.0',
    DATA_DIR: resolve('data'),
    DATABASE_FILE: resolve('data/site.db'),
    FILES_DIR: resolve('data/files'),
    DESK: 'inbox',
    MAIL_MEGABYTES: 20,
    RETENTION_DAYS: 180,
    COMPANY_PHONE: expect.stringMatching(/^\+49 30 23125/) as string,
  });
  expect(readEnvironment({}).SITE_URL).toBeUndefined();
  expect(readEnvironment({}).CARRIER_LOGO_URL, 'no image service is asked').toBeUndefined();
});

test.each([
  ['PORT', '0', { PORT: 0 }],
  ['DATA_DIR', '/srv/site', { LOGOS_DIR: '/srv/site/carrier-logos' }],
  ['DATA_DIR', '/srv/site', { DATABASE_FILE: '/srv/site/site.db', FILES_DIR: '/srv/site/files' }],
  ['DATABASE_URL', 'file:/srv/x.db', { DATABASE_FILE: '/srv/x.db' }],
  ['DATABASE_URL', 'file:./x.db', { DATABASE_FILE: resolve('x.db') }],
  ['DATABASE_URL', 'file:///srv/x.db', { DATABASE_FILE: '/srv/x.db' }],
  ['FILES_URL', 'file:/srv/uploads', { FILES_DIR: '/srv/uploads' }],
  ['SITE_URL', 'https://site.example/ar/?x=1', { SITE_URL: 'https://site.example' }],
  ['API_URL', 'http://localhost:3001/api//', { API_URL: 'http://localhost:3001/api' }],
  [
    'CARRIER_LOGO_URL',
    'https://pics.example/120/40/{code}.png',
    { CARRIER_LOGO_URL: 'https://pics.example/120/40/{code}.png' },
  ],
  ['API_URL', 'http://localhost:3001', { FLIGHTS: 'api' }],
  ['CLAMD_URL', 'tcp://127.0.0.1:3310', { CLAMD_URL: 'tcp://127.0.0.1:3310' }],
  ['CLAMD_URL', 'tcp://[::1]', { CLAMD_URL: 'tcp://[::1]' }],
  ['CLAMD_URL', 'unix:/run/clamav/clamd.ctl', { CLAMD_URL: 'unix:/run/clamav/clamd.ctl' }],
  ['FLIGHTS', 'sample', { FLIGHTS: 'sample' }],
  ['DATA_DIR', '/srv/site', { FLIGHTS: 'sample', FLIGHTS_FILE: '/srv/site/flights.db' }],
  ['TRUST_PROXY', '2', { TRUST_PROXY: 2 }],
  ['RATE_LIMIT_FACTOR', '0.5', { RATE_LIMIT_FACTOR: 0.5 }],
  ['COMPANY_PHONE', '+49 30 23125099', { COMPANY_PHONE: '+49 30 23125099' }],
  ['ANALYTICS_ID', ' G-ABC123XYZ0', { ANALYTICS_ID: 'G-ABC123XYZ0' }],
  ['ANALYTICS_ID', 'GT-ABC123', { ANALYTICS_ID: 'GT-ABC123' }],
  ['COMPANY_NAME', ' رحلة ', { COMPANY_NAME: 'رحلة' }],
])('%s=%s is read', (name, value, expected) => {
  expect(readEnvironment({ [name]: value })).toMatchObject(expected);
});

test.each(['', ' ', undefined])('a variable that is %j counts as not set', (value) => {
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

describe('a wrong value stops the start with a sentence that names the variable', () => {
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
    ['DATABASE_URL', 'postgres://localhost/site'],
    ['FILES_URL', '/srv/files'],
    ['DESK', 'mailbox'],
    ['SMTP_URL', 'mail.example.com:25'],
    ['SMTP_URL', 'https://mail.example.com'],
    ['SMTP_URL', 'smtp://user:100%@mail.example.com'],
    ['DESK_EMAIL', 'desk at example.com'],
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
    ['RETENTION_DAYS', '0'],
    ['RETENTION_DAYS', '1.5'],
    ['RETENTION_DAYS', 'forever'],
    ['COMPANY_PHONE', '030 23125000'],
    ['COMPANY_WHATSAPP', '+49 30 CALL NOW'],
    ['COMPANY_EMAIL', 'care at example.com'],
  ])('%s=%s', (name, value) => {
    const start = () => readEnvironment({ [name]: value });
    expect(start).toThrow(EnvironmentError);
    expect(start).toThrow(new RegExp(`^The site cannot start: ${name} \\w.+\\.$`));
  });

  test('all of them at once', () => {
    expect(() => readEnvironment({ PORT: 'x', DESK: 'y' })).toThrow(/PORT .*; DESK /);
  });

  test.each([
    'https://api.example.com',
    'http://api:3001',
    'http://10.1.2.3',
    'http://172.31.0.1',
    'http://api.internal',
  ])('%s crosses no public network in the clear', (API_URL) => {
    expect(readEnvironment({ API_URL })).toMatchObject({ API_URL });
  });

  test('the API as desk needs its address', () => {
    expect(() => readEnvironment({ DESK: 'api' })).toThrow(/API_URL must be set/);
    expect(() => readEnvironment({ FLIGHTS: 'api' })).toThrow(/API_URL must be set when FLIGHTS is 'api'/);
    expect(readEnvironment({ DESK: 'api', API_URL: 'https://api.example' })).toMatchObject({ DESK: 'api' });
  });

  test('a mailbox as desk needs a server and an address, and says both at once', () => {
    const mail = { DESK: 'smtp', SMTP_URL: 'smtps://user:pass@mail.example', DESK_EMAIL: 'desk@example.com' };
    expect(readEnvironment(mail)).toMatchObject({ ...mail, MAIL_MEGABYTES: 20 });
    expect(() => readEnvironment({ ...mail, SMTP_URL: '' })).toThrow(/: SMTP_URL must be set when DESK is 'smtp'\.$/);
    expect(() => readEnvironment({ ...mail, DESK_EMAIL: '' })).toThrow(
      /: DESK_EMAIL must be set when DESK is 'smtp'\.$/,
    );
    expect(() => readEnvironment({ DESK: 'smtp' })).toThrow(/SMTP_URL must .*; DESK_EMAIL must /);
  });

  test.each(['DATABASE_URL', 'FILES_URL'])('%s without a path would be the working directory', (name) => {
    expect(() => readEnvironment({ [name]: 'file:' })).toThrow(new RegExp(name));
  });
});
