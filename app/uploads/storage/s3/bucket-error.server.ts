import { OutOfSpaceError, StorageError } from '../file-store.server.ts';

/** Thrown when the bucket cannot be used. The message says what is wrong with which bucket, and can follow a colon. */
export class BucketError extends StorageError {
  override name = 'BucketError';
}

/** What Amazon's client throws: an error response from the server, or a connection error. */
interface ClientError extends Error {
  code?: string;
  $metadata?: { httpStatusCode?: number };
}

const wrongKeys = 'rejects AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY';
const wrongRegion = 'is in another region: set region in FILES_URL';
const unreachableHost = 'cannot be reached: its host does not respond';
const unknownAuthority =
  "has a certificate from an unknown authority: name the authority's file with NODE_EXTRA_CA_CERTS";

/** How the sentence ends, by the name of the server's error, or by the code of a connection or certificate error. */
const reasons: Record<string, string> = {
  SignatureDoesNotMatch: wrongKeys,
  InvalidAccessKeyId: wrongKeys,
  InvalidToken: 'rejects AWS_SESSION_TOKEN',
  ExpiredToken: 'rejects AWS_SESSION_TOKEN, which has expired',
  NoSuchBucket: 'does not exist on its server',
  AccessDenied: 'does not grant these keys the permissions that docs/deployment.md lists',
  AuthorizationHeaderMalformed: wrongRegion,
  PermanentRedirect: wrongRegion,
  RequestTimeTooSkewed: 'rejects requests because the clock of this machine is wrong',
  NotImplemented: 'does not support the encryption that FILES_URL requires',
  QuotaExceeded: 'is full',
  TimeoutError: unreachableHost,
  ECONNREFUSED: 'cannot be reached: nothing is listening at its address',
  ENOTFOUND: 'cannot be reached: its host name cannot be resolved',
  EAI_AGAIN: 'cannot be reached: its host name cannot be resolved',
  EHOSTUNREACH: unreachableHost,
  CERT_HAS_EXPIRED: 'has a certificate that has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'has a certificate for another host',
  SELF_SIGNED_CERT_IN_CHAIN: unknownAuthority,
  DEPTH_ZERO_SELF_SIGNED_CERT: unknownAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownAuthority,
};

/** The names of the errors that servers return when a quota or the whole store is full. */
const outOfSpaceNames = new Set([
  'QuotaExceeded',
  'QuotaExceededException',
  'XMinioStorageFull',
  'InsufficientStorage',
]);

/** Converts an error of Amazon's client. */
export function toStorageError(error: unknown, label: string): BucketError | OutOfSpaceError {
  const { code, name, message, $metadata } = error as ClientError;
  const ErrorClass = outOfSpaceNames.has(name) || $metadata?.httpStatusCode === 507 ? OutOfSpaceError : BucketError;
  const reason = reasons[code ?? name] ?? reasons[name] ?? 'cannot be used';
  return new ErrorClass(`the bucket ${label} ${reason} (${message || name})`, { cause: error });
}

/** Whether the server will probably accept the same request later. */
export function isTemporary({ cause }: BucketError): boolean {
  const { name, code, $metadata } = cause as ClientError;
  if (name === 'TimeoutError' || code === 'ECONNRESET') return true;
  const status = $metadata?.httpStatusCode ?? 0;
  return status === 429 || (status >= 500 && name !== 'NotImplemented');
}
