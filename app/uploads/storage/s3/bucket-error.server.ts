import { OutOfSpaceError, StorageError } from '../file-store.server.ts';

/** Thrown when the bucket cannot be used. The message says which bucket does what, and can follow a colon. */
export class BucketError extends StorageError {
  override name = 'BucketError';
}

/** What Amazon's client throws: an answer of the server, or an error of the connection. */
interface ClientError extends Error {
  code?: string;
  $metadata?: { httpStatusCode?: number };
}

const wrongKeys = 'refuses AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY';
const wrongRegion = 'is in another region: name it with region in FILES_URL';
const unreachableHost = 'cannot be reached: its host does not answer';
const unknownAuthority = 'has a certificate of an unknown authority: name its file with NODE_EXTRA_CA_CERTS';

/** How the sentence ends, by the name of the server's answer, or by the code of the connection or its certificate. */
const reasons: Record<string, string> = {
  SignatureDoesNotMatch: wrongKeys,
  InvalidAccessKeyId: wrongKeys,
  InvalidToken: 'refuses AWS_SESSION_TOKEN',
  ExpiredToken: 'refuses AWS_SESSION_TOKEN, which has expired',
  NoSuchBucket: 'does not exist on its server',
  AccessDenied: 'does not give these keys the rights that docs/deployment.md lists',
  AuthorizationHeaderMalformed: wrongRegion,
  PermanentRedirect: wrongRegion,
  RequestTimeTooSkewed: 'refuses the clock of this machine, which is wrong',
  NotImplemented: 'does not know the encryption that FILES_URL asks for',
  QuotaExceeded: 'is full',
  TimeoutError: unreachableHost,
  ECONNREFUSED: 'cannot be reached: nothing listens there',
  ENOTFOUND: 'cannot be reached: the name of its host is unknown',
  EAI_AGAIN: 'cannot be reached: the name of its host is unknown',
  EHOSTUNREACH: unreachableHost,
  CERT_HAS_EXPIRED: 'has a certificate that has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'has a certificate of another host',
  SELF_SIGNED_CERT_IN_CHAIN: unknownAuthority,
  DEPTH_ZERO_SELF_SIGNED_CERT: unknownAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownAuthority,
};

/** What stores answer when a quota or the whole store is full. */
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
