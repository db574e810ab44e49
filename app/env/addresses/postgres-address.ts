import { isPrivateHost } from './private-host.ts';

/** The address of a PostgreSQL database, as given by `DATABASE_URL`. */
export interface PostgresAddress {
  /** A host name or address, or the folder of a Unix socket. */
  host: string;
  port: number;
  user: string;
  password: string | undefined;
  database: string;
  /** Whether the connection is encrypted, and the path of the CA certificate, if the company uses its own CA. */
  tls: { caFile: string | undefined } | undefined;
  /** For messages: without a password. */
  label: string;
}

const parameters = ['sslmode', 'sslrootcert'];
/** The `sslmode` values of libpq that require encryption. All of them verify the certificate and the host name here. */
const encryptedModes = ['require', 'verify-ca', 'verify-full'];

/**
 * Parses `postgres://user:password@host:port/database?sslmode=verify-full&sslrootcert=/path/ca.pem`. A host such as
 * `%2Frun%2Fpostgresql` is the folder of a Unix socket.
 * @returns the address; or the problem, phrased to follow the variable's name in an error message
 */
export function parsePostgresAddress(text: string): PostgresAddress | { problem: string } {
  if (!URL.canParse(text) || /%(?![0-9a-f]{2})/i.test(text)) {
    return { problem: 'must be postgres://user:password@host:port/database, with special characters encoded as %xx' };
  }
  const url = new URL(text);
  const [host, user, password, database] = [url.hostname, url.username, url.password, url.pathname.slice(1)].map(
    decodeURIComponent,
  ) as [string, string, string, string];
  if (host === '' || user === '' || database === '' || database.includes('/')) {
    return { problem: 'must name a user, a host and a database: postgres://user:password@host:port/database' };
  }
  const unknown = [...url.searchParams.keys()].find((name) => !parameters.includes(name));
  if (unknown !== undefined)
    return { problem: `has an unknown parameter ${unknown}: only sslmode and sslrootcert are supported` };
  const mode = url.searchParams.get('sslmode') ?? (isPrivateHost(host) ? 'disable' : 'verify-full');
  if (mode !== 'disable' && !encryptedModes.includes(mode))
    return { problem: 'must have sslmode=disable, require, verify-ca or verify-full' };
  if (mode === 'disable' && !isPrivateHost(host)) {
    return { problem: 'must not have sslmode=disable unless the server is on this machine or in a private network' };
  }
  const caFile = url.searchParams.get('sslrootcert') ?? undefined;
  const port = url.port === '' ? 5432 : Number(url.port);
  return {
    ...{ host, port, user, password: password === '' ? undefined : password, database },
    tls: mode === 'disable' ? undefined : { caFile },
    label: `${host}:${port}/${database}`,
  };
}
