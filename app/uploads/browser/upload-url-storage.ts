import type { PreviousUpload, UploadOptions } from 'tus-js-client';
import { expiringKeyPrefixes, oneDay, removeExpired } from '#app/forms/expiring-entries.ts';

type UrlStorage = NonNullable<UploadOptions['urlStorage']>;

const prefix = expiringKeyPrefixes.upload;

/**
 * Identifies a file and its draft by a hash, so that a shared phone stores neither file names nor tokens.
 * @returns 32 hex digits; an empty string, for which nothing is stored, if Web Crypto is unavailable, as in an insecure
 *   context
 */
export async function uploadFingerprint(
  { name, size, lastModified }: Pick<File, 'name' | 'size' | 'lastModified'>,
  token: string,
): Promise<string> {
  // Undefined in insecure contexts, although its type says otherwise.
  const { subtle } = crypto as { subtle?: SubtleCrypto };
  if (!subtle) return '';
  const text = new TextEncoder().encode([token, size, lastModified, name].join('/'));
  const hash = new Uint8Array(await subtle.digest('SHA-256', text));
  return Array.from(hash.subarray(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Stores the URLs of unfinished uploads for a day, so that uploading the same file again after a reload resumes. If
 * storage is full or blocked, uploads work without resuming.
 */
export function uploadUrlStorage(storage: () => Storage, now: () => number = Date.now): UrlStorage {
  function tryStorage<Value>(operation: (storage: Storage) => Value): Value | undefined {
    try {
      return operation(storage());
    } catch {
      // Private windows block storage, and a phone may be full. The upload itself continues.
      return undefined;
    }
  }

  function find(key: string): PreviousUpload[] {
    removeExpired(storage, now());
    const url = tryStorage((entries) => parseUrl(entries.getItem(key)));
    if (url === undefined) return [];
    return [
      { uploadUrl: url, urlStorageKey: key, size: null, metadata: {}, creationTime: '', parallelUploadUrls: null },
    ];
  }

  function keys(): string[] {
    const allKeys = tryStorage((entries) =>
      Array.from({ length: entries.length }, (_, index) => entries.key(index) ?? ''),
    );
    return (allKeys ?? []).filter((key) => key.startsWith(prefix));
  }

  return {
    findAllUploads: () => Promise.resolve(keys().flatMap(find)),
    findUploadsByFingerprint: (fingerprint) => Promise.resolve(fingerprint ? find(prefix + fingerprint) : []),
    removeUpload: (key) => Promise.resolve(tryStorage((entries) => entries.removeItem(key))),
    addUpload(fingerprint, { uploadUrl }) {
      const key = prefix + fingerprint;
      removeExpired(storage, now());
      tryStorage((entries) => entries.setItem(key, JSON.stringify({ address: uploadUrl, until: now() + oneDay })));
      return Promise.resolve(key);
    },
  };
}

function parseUrl(text: string | null): string | undefined {
  if (text === null) return undefined;
  const { address } = JSON.parse(text) as { address?: unknown };
  return typeof address === 'string' ? address : undefined;
}
