import { expect, test } from 'vitest';
import { type BucketAddress, parseBucketAddress } from './bucket-address.ts';

test.each<[string, Partial<BucketAddress>]>([
  ['s3://files?region=eu-central-1', { bucket: 'files', prefix: '', region: 'eu-central-1', endpoint: undefined }],
  ['s3://files?endpoint=https://s3.example.com', { region: 'us-east-1', endpoint: 'https://s3.example.com' }],
  ['s3://files/site/a/?region=x', { bucket: 'files', prefix: 'site/a/', label: 's3://files/site/a' }],
  ['s3://files?endpoint=http://127.0.0.1:9000', { endpoint: 'http://127.0.0.1:9000' }],
  ['s3://files?endpoint=http%3A%2F%2Fstore%3A9000', { endpoint: 'http://store:9000' }],
  ['s3://files?region=x', { encryption: undefined }],
  ['s3://files?region=x&encryption=AES256', { encryption: { algorithm: 'AES256', keyId: undefined } }],
  ['s3://files?region=x&encryption=aws:kms&key=a/b', { encryption: { algorithm: 'aws:kms', keyId: 'a/b' } }],
])('parses %s', (text, expected) => {
  expect(parseBucketAddress(text)).toMatchObject(expected);
});

test.each([
  ['s3://files', 'must have a region or an endpoint'],
  ['s3:files', 'must name a bucket'],
  ['s3://?region=x', 'must name a bucket'],
  ['s3://Files_1?region=x', 'must name a bucket'],
  ['s3://files/a b?region=x', 'must name a bucket'],
  ['s3://files?region=%', 'special characters encoded'],
  ['s3://key:secret@files?region=x', 'must not contain keys'],
  ['s3://files?region=x&acl=public', 'unknown parameter acl'],
  ['s3://files?endpoint=ftp://host', 'must have an endpoint such as https://host'],
  ['s3://files?endpoint=http://s3.example.com', 'must have an endpoint with https://'],
  ['s3://files?endpoint=https://key:secret@s3.example.com', 'must not have a user or password'],
  ['s3://files?region=x&encryption=none', 'must have encryption=AES256 or aws:kms'],
  ['s3://files?region=x&key=a', 'must have encryption=aws:kms for a key'],
  ['s3://files?region=x&encryption=AES256&key=a', 'must have encryption=aws:kms for a key'],
])('rejects %s', (text, problem) => {
  expect(parseBucketAddress(text)).toEqual({ problem: expect.stringContaining(problem) as string });
});
