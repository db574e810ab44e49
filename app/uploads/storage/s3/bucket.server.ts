import type { Readable } from 'node:stream';
import type { ListMultipartUploadsOutput, ListObjectsV2Output } from '@aws-sdk/client-s3';
import type { BucketAddress } from '#app/env/addresses/bucket-address.ts';
import { toStorageError } from './bucket-error.server.ts';

/** A bucket and the keys to it. */
export interface BucketAccess extends BucketAddress {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken: string | undefined;
}

/**
 * The operations of S3 that the site uses. Names are those of objects, without the bucket's prefix. All operations throw a
 * `StorageError` if they still fail after a few attempts.
 */
export interface Bucket {
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Opens an object from a position (bytes); undefined if it does not exist. */
  get(name: string, position: number): Promise<Readable | undefined>;
  /** Returns the size of an object in bytes; undefined if it does not exist. */
  sizeOf(name: string): Promise<number | undefined>;
  /** Deletes an object, if it exists. */
  remove(name: string): Promise<void>;
  /** Lists all objects whose names begin with `start`, with their modification times (Unix time in ms). */
  list(start: string): AsyncIterable<{ name: string; modifiedAt: number }>;
  /** Starts an object that is sent in parts. @returns its id */
  startParts(name: string): Promise<string>;
  /** Sends a part; all but the last have at least 5 MiB. @param number from 1 @returns the tag for `completeParts` */
  putPart(part: { name: string; id: string; number: number; bytes: Uint8Array }): Promise<string>;
  /** Joins the parts into an object. @param tags the tags of all parts, in order */
  completeParts(name: string, id: string, tags: readonly string[]): Promise<void>;
  /** Deletes the parts of an object that has not been completed. */
  abortParts(name: string, id: string): Promise<void>;
  /** Lists the objects that have been started but not completed. */
  listStarted(start: string): AsyncIterable<{ name: string; id: string; modifiedAt: number }>;
}

/** Timeouts for connecting, for the response, and for a pause within it (ms). A visitor is waiting for it. */
const timeouts = { connectionTimeout: 3_000, requestTimeout: 10_000, socketTimeout: 10_000 };
const maxAttempts = 2;
/** Enough for everybody who uploads, and for slow readers, which occupy a connection until the socket times out. */
const maxConnections = 200;

const missingObjectNames = new Set(['NoSuchKey', 'NotFound', 'NoSuchUpload']);

/** Opens a bucket, without connecting to it. Only this function loads Amazon's client. */
export async function openBucket(access: BucketAccess): Promise<Bucket> {
  const s3 = await import('@aws-sdk/client-s3');
  const { bucket: Bucket, prefix, endpoint, encryption } = access;
  const client = new s3.S3Client({
    region: access.region,
    credentials: {
      ...{ accessKeyId: access.accessKeyId, secretAccessKey: access.secretAccessKey },
      ...(access.sessionToken !== undefined && { sessionToken: access.sessionToken }),
    },
    // Servers other than Amazon's often have one host name for all buckets, and do not support its newest checksums.
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts,
    requestHandler: {
      ...{ ...timeouts, throwOnRequestTimeout: true },
      ...{ httpAgent: { maxSockets: maxConnections }, httpsAgent: { maxSockets: maxConnections } },
    },
  });
  const encrypted = encryption && {
    ServerSideEncryption: encryption.algorithm,
    ...(encryption.keyId !== undefined && { SSEKMSKeyId: encryption.keyId }),
  };
  const object = (name: string) => ({ Bucket, Key: prefix + name });
  const nameOf = (key = '') => key.slice(prefix.length);

  /** Converts a rejection to a `StorageError`. */
  async function attempt<Output>(request: Promise<Output>): Promise<Output> {
    try {
      return await request;
    } catch (error) {
      throw toStorageError(error, access.label);
    }
  }

  /** Like {@link attempt}; undefined if the object does not exist. */
  async function attemptUnlessMissing<Output>(request: Promise<Output>): Promise<Output | undefined> {
    try {
      return await request;
    } catch (error) {
      if (missingObjectNames.has((error as Error).name)) return undefined;
      throw toStorageError(error, access.label);
    }
  }

  return {
    async put(name, bytes) {
      await attempt(client.send(new s3.PutObjectCommand({ ...object(name), ...encrypted, Body: bytes })));
    },
    async get(name, position) {
      const range = position > 0 ? { Range: `bytes=${position}-` } : {};
      const found = await attemptUnlessMissing(client.send(new s3.GetObjectCommand({ ...object(name), ...range })));
      return found?.Body as Readable | undefined;
    },
    async sizeOf(name) {
      const found = await attemptUnlessMissing(client.send(new s3.HeadObjectCommand(object(name))));
      return found?.ContentLength;
    },
    async remove(name) {
      await attemptUnlessMissing(client.send(new s3.DeleteObjectCommand(object(name))));
    },
    async *list(start) {
      let ContinuationToken: string | undefined;
      do {
        const page: ListObjectsV2Output = await attempt(
          client.send(new s3.ListObjectsV2Command({ Bucket, Prefix: prefix + start, ContinuationToken })),
        );
        for (const { Key, LastModified } of page.Contents ?? []) yield { name: nameOf(Key), ...timeOf(LastModified) };
        ContinuationToken = page.NextContinuationToken;
      } while (ContinuationToken !== undefined);
    },
    async startParts(name) {
      const started = await attempt(
        client.send(new s3.CreateMultipartUploadCommand({ ...object(name), ...encrypted })),
      );
      return started.UploadId ?? '';
    },
    async putPart({ name, id, number, bytes }) {
      const part = { ...object(name), UploadId: id, PartNumber: number, Body: bytes };
      return (await attempt(client.send(new s3.UploadPartCommand(part)))).ETag ?? '';
    },
    async completeParts(name, id, tags) {
      const Parts = tags.map((ETag, index) => ({ ETag, PartNumber: index + 1 }));
      const parts = { ...object(name), UploadId: id, MultipartUpload: { Parts } };
      await attempt(client.send(new s3.CompleteMultipartUploadCommand(parts)));
    },
    async abortParts(name, id) {
      await attemptUnlessMissing(client.send(new s3.AbortMultipartUploadCommand({ ...object(name), UploadId: id })));
    },
    async *listStarted(start) {
      let markers: { KeyMarker?: string; UploadIdMarker?: string } | undefined = {};
      while (markers) {
        const page: ListMultipartUploadsOutput = await attempt(
          client.send(new s3.ListMultipartUploadsCommand({ Bucket, Prefix: prefix + start, ...markers })),
        );
        for (const { Key, UploadId = '', Initiated } of page.Uploads ?? []) {
          yield { name: nameOf(Key), id: UploadId, ...timeOf(Initiated) };
        }
        markers = page.IsTruncated
          ? { KeyMarker: page.NextKeyMarker ?? '', UploadIdMarker: page.NextUploadIdMarker ?? '' }
          : undefined;
      }
    },
  };
}

const timeOf = (date: Date | undefined) => ({ modifiedAt: date?.getTime() ?? Date.now() });
