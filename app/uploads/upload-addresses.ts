import type { PreviousUpload, UploadOptions } from 'tus-js-client';
import { dayPrefixes, forgetWhatIsOver, oneDay } from '#app/ui/kept-for-a-day.ts';

type UrlStorage = NonNullable<UploadOptions['urlStorage']>;

const prefix = dayPrefixes.upload;

/**
 * Names a file and the draft it goes up into without saying either: a hash, so that a shared phone keeps neither
 * file names nor keys. Empty where the browser cannot hash, as on an unencrypted page; then nothing is kept.
 */
export async function uploadFingerprint(
  { name, size, lastModified }: Pick<File, 'name' | 'size' | 'lastModified'>,
  token: string,
): Promise<string> {
  // Undefined on unencrypted pages, whatever the type says.
  const { subtle } = crypto as { subtle?: SubtleCrypto };
  if (!subtle) return '';
  const text = new TextEncoder().encode([token, size, lastModified, name].join('/'));
  const hash = new Uint8Array(await subtle.digest('SHA-256', text));
  return Array.from(hash.subarray(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Where unfinished uploads are, so that the same file goes on after a reload: an address and the end of its day,
 * nothing more. Storage that is full or forbidden costs only that.
 */
export function uploadAddresses(storage: () => Storage, now: () => number = Date.now): UrlStorage {
  function attempt<Value>(work: (storage: Storage) => Value): Value | undefined {
    try {
      return work(storage());
    } catch {
      // Private windows and full phones; the upload itself goes on.
      return undefined;
    }
  }

  function find(key: string): PreviousUpload[] {
    forgetWhatIsOver(storage, now());
    const address = attempt((kept) => addressIn(kept.getItem(key)));
    if (address === undefined) return [];
    return [
      { uploadUrl: address, urlStorageKey: key, size: null, metadata: {}, creationTime: '', parallelUploadUrls: null },
    ];
  }

  function keys(): string[] {
    const all = attempt((kept) => Array.from({ length: kept.length }, (_, index) => kept.key(index) ?? ''));
    return (all ?? []).filter((key) => key.startsWith(prefix));
  }

  return {
    findAllUploads: () => Promise.resolve(keys().flatMap(find)),
    findUploadsByFingerprint: (fingerprint) => Promise.resolve(fingerprint ? find(prefix + fingerprint) : []),
    removeUpload: (key) => Promise.resolve(attempt((kept) => kept.removeItem(key))),
    addUpload(fingerprint, { uploadUrl }) {
      const key = prefix + fingerprint;
      forgetWhatIsOver(storage, now());
      attempt((kept) => kept.setItem(key, JSON.stringify({ address: uploadUrl, until: now() + oneDay })));
      return Promise.resolve(key);
    },
  };
}

function addressIn(text: string | null): string | undefined {
  if (text === null) return undefined;
  const { address } = JSON.parse(text) as { address?: unknown };
  return typeof address === 'string' ? address : undefined;
}
