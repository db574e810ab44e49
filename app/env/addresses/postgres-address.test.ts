import { describe, expect, test } from 'vitest';
import { parsePostgresAddress } from './postgres-address.ts';

const near = { port: 5432, user: 'site', password: 'secret', database: 'db', tls: undefined };

describe('an address', () => {
  test.each([
    ['postgres://site:secret@localhost/db', { ...near, host: 'localhost', label: 'localhost:5432/db' }],
    ['postgresql://site:secret@10.0.0.1:6432/db', { ...near, host: '10.0.0.1', port: 6432 }],
    ['postgres://site:p%40ss@localhost/db', { ...near, password: 'p@ss' }],
    ['postgres://site@%2Frun%2Fpostgresql/db', { ...near, host: '/run/postgresql', password: undefined }],
    ['postgres://site:secret@db.example.com/db', { host: 'db.example.com', tls: { caFile: undefined } }],
    ['postgres://site:secret@localhost/db?sslmode=require', { host: 'localhost', tls: { caFile: undefined } }],
    ['postgres://site:secret@db.example.com/db?sslrootcert=/etc/ca.pem', { tls: { caFile: '/etc/ca.pem' } }],
  ])('%s', (text, expected) => {
    expect(parsePostgresAddress(text)).toMatchObject(expected);
  });

  test.each([
    ['postgres://localhost/db', 'must name a user, a host and a database'],
    ['postgres://site@localhost', 'must name a user, a host and a database'],
    ['postgres://site:100%@localhost/db', 'with special characters encoded as %xx'],
    ['postgres://site@db.example.com/db?sslmode=disable', 'must not have sslmode=disable unless'],
    ['postgres://site@localhost/db?sslmode=prefer', 'must have sslmode=disable, require, verify-ca or verify-full'],
    ['postgres://site@localhost/db?options=-c', 'has an unknown parameter options'],
  ])('%s is rejected', (text, problem) => {
    expect(parsePostgresAddress(text)).toEqual({ problem: expect.stringContaining(problem) as string });
  });
});
