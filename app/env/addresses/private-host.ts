/** A single label, such as the name of a container, a reserved name (RFC 6761; ICANN for `.internal`), a Unix socket. */
const privateName = /^(?:\/.*|[^.:]+|.+\.(?:localhost|internal|local|test))$/;
/** Addresses of this machine and of private networks (RFC 1918, RFC 4193), as URLs write them. */
const privateAddress =
  /^(?:(?:127|10)(?:\.\d+){3}|192\.168(?:\.\d+){2}|172\.(?:1[6-9]|2\d|3[01])(?:\.\d+){2}|\[(?:::1|f[cd][\da-f]{2}:[\da-f:]+)\])$/;

/**
 * Whether a host is on this machine or in a private network, whose connections need not be encrypted.
 * @param host a host name or address as in a URL, or the folder of a Unix socket
 */
export function isPrivateHost(host: string): boolean {
  return privateName.test(host) || privateAddress.test(host);
}

/**
 * Whether a URL is https, or its host is on this machine or in a private network. Medical reports must not cross public
 * networks unencrypted.
 */
export function isPrivateOrEncrypted(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' || isPrivateHost(hostname);
}
