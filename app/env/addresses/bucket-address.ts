import { isPrivateOrEncrypted } from './private-host.ts';

/** The address of a bucket, as given by `FILES_URL`, and what the site needs to use it. */
export interface BucketAddress {
  bucket: string;
  /** Prefix of the names of all objects: empty, or ending with a slash. */
  prefix: string;
  region: string;
  /** The URL of the server; undefined for Amazon's. */
  endpoint: string | undefined;
  /** How the server encrypts files, unless the bucket has a default. */
  encryption: { algorithm: 'AES256' | 'aws:kms'; keyId: string | undefined } | undefined;
  /** For messages. */
  label: string;
}

const parameters = ['endpoint', 'region', 'encryption', 'key'];
/** S3 expects some region in signatures, and servers other than Amazon's usually accept this one. */
const defaultRegion = 'us-east-1';
/** The names that S3 allows, except those with dots, which the wildcard certificate of the host name does not cover. */
const bucketPattern = /^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/;
const prefixPattern = /^(?:[A-Za-z0-9_-]+\/)*$/;

/**
 * Parses `s3://bucket/prefix?endpoint=https://s3.example.com&region=eu-central-1&encryption=aws:kms&key=KEY-ID`.
 * @returns the address; or the problem, phrased to follow the variable's name in an error message
 */
export function parseBucketAddress(text: string): BucketAddress | { problem: string } {
  if (!URL.canParse(text) || /%(?![0-9a-f]{2})/i.test(text)) {
    return { problem: 'must be s3://bucket?endpoint=https://host&region=name, with special characters encoded as %xx' };
  }
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') {
    return { problem: 'must not contain keys: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY' };
  }
  const bucket = url.host;
  const path = url.pathname.replace(/^\/|\/$/g, '');
  const prefix = path === '' ? '' : `${path}/`;
  if (!bucketPattern.test(bucket) || !prefixPattern.test(prefix)) {
    return { problem: 'must name a bucket of 3 to 63 lower-case letters, digits and hyphens: s3://bucket' };
  }
  const unknown = [...url.searchParams.keys()].find((name) => !parameters.includes(name));
  if (unknown !== undefined) {
    return { problem: `has an unknown parameter ${unknown}: only ${parameters.join(', ')} are supported` };
  }
  const parameter = (name: string) => url.searchParams.get(name) ?? undefined;
  const [endpoint, region, algorithm, keyId] = parameters.map(parameter);
  if (endpoint === undefined && region === undefined) return { problem: 'must have a region or an endpoint' };
  const endpointProblem = endpoint === undefined ? undefined : findEndpointProblem(endpoint);
  if (endpointProblem !== undefined) return { problem: endpointProblem };
  if (algorithm !== undefined && algorithm !== 'AES256' && algorithm !== 'aws:kms') {
    return { problem: 'must have encryption=AES256 or aws:kms' };
  }
  if (keyId !== undefined && algorithm !== 'aws:kms') return { problem: 'must have encryption=aws:kms for a key' };
  return {
    ...{ bucket, prefix, endpoint, region: region ?? defaultRegion },
    encryption: algorithm && { algorithm, keyId },
    label: `s3://${bucket}${path === '' ? '' : `/${path}`}`,
  };
}

function findEndpointProblem(endpoint: string): string | undefined {
  if (!/^https?:\/\//.test(endpoint) || !URL.canParse(endpoint)) return 'must have an endpoint such as https://host';
  const { username, password } = new URL(endpoint);
  if (username !== '' || password !== '') return 'must not have a user or password in its endpoint';
  return isPrivateOrEncrypted(endpoint)
    ? undefined
    : 'must have an endpoint with https:// unless it is on this machine or in a private network';
}
