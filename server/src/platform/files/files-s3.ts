import type { S3Client } from '@aws-sdk/client-s3';
import type { S3Config } from '#platform/config/config.ts';
import {
  assertFileKey,
  fileContentType,
  fileDisposition,
  type FileStore,
  FileStoreUnavailableError,
} from './files.ts';

export interface S3Files extends FileStore {
  hasBucket: () => Promise<boolean>;
  /** Creates the bucket if it is missing. */
  makeBucket: () => Promise<void>;
}

/** Limits for one attempt, and for all attempts of one call. */
const timeouts = { connectMs: 1_000, tryMs: 2_000, callMs: 4_000 };

const missing = new Set(['NoSuchKey', 'NoSuchBucket']);
const alreadyThere = new Set(['BucketAlreadyOwnedByYou', 'BucketAlreadyExists']);

/** A missing bucket is created, also later. The SDK is imported here, because that takes half a second. */
export async function openS3Files(options: S3Config, signedUrlSeconds: number): Promise<S3Files> {
  const [s3, { getSignedUrl }] = await Promise.all([
    import('@aws-sdk/client-s3'),
    import('@aws-sdk/s3-request-presigner'),
  ]);
  const { bucket: Bucket, region, accessKeyId, secretAccessKey } = options;
  const connect = (endpoint: string): S3Client =>
    new s3.S3Client({
      endpoint,
      region,
      credentials: { accessKeyId, secretAccessKey },
      // Most S3-compatible stores have no DNS names for buckets.
      forcePathStyle: true,
      // Otherwise presigned URLs would sign the checksum of an empty body, and older stores refuse the header.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      maxAttempts: 2,
      requestHandler: {
        connectionTimeout: timeouts.connectMs,
        requestTimeout: timeouts.tryMs,
        throwOnRequestTimeout: true,
      },
    });
  const client = connect(options.endpoint);
  const publicClient = connect(options.publicEndpoint);

  const hasBucket = async (): Promise<boolean> => {
    try {
      await client.send(new s3.HeadBucketCommand({ Bucket }), deadline());
      return true;
    } catch (error) {
      if (nameOf(error) === 'NotFound') return false;
      throw unavailable(error);
    }
  };

  const makeBucket = async (): Promise<void> => {
    if (await hasBucket()) return;
    await client.send(new s3.CreateBucketCommand({ Bucket }), deadline()).catch((refusal: unknown) => {
      // Another process created it first. The error differs between stores.
      if (!alreadyThere.has(nameOf(refusal) ?? '')) throw unavailable(refusal);
    });
  };

  const put = async (key: string, bytes: Buffer): Promise<void> => {
    assertFileKey(key);
    const file = { Bucket, Key: key, Body: bytes, ContentType: fileContentType, CacheControl: 'private' };
    const send = () => client.send(new s3.PutObjectCommand(file), deadline());
    try {
      await send().catch(async (error: unknown) => {
        if (nameOf(error) !== 'NoSuchBucket') throw error;
        await makeBucket();
        return send();
      });
    } catch (error) {
      throw unavailable(error);
    }
  };

  const read = async (key: string): Promise<Buffer | undefined> => {
    assertFileKey(key);
    try {
      const { Body } = await client.send(new s3.GetObjectCommand({ Bucket, Key: key }), deadline());
      return Body && Buffer.from(await Body.transformToByteArray());
    } catch (error) {
      if (missing.has(nameOf(error) ?? '')) return undefined;
      throw unavailable(error);
    }
  };

  const remove = async (key: string): Promise<void> => {
    assertFileKey(key);
    try {
      await client.send(new s3.DeleteObjectCommand({ Bucket, Key: key }), deadline());
    } catch (error) {
      if (nameOf(error) !== 'NoSuchBucket') throw unavailable(error);
    }
  };

  const signUrl = async (key: string): Promise<string> => {
    assertFileKey(key);
    const command = new s3.GetObjectCommand({
      Bucket,
      Key: key,
      ResponseContentDisposition: fileDisposition(key),
    });
    return getSignedUrl(publicClient, command, { expiresIn: signedUrlSeconds });
  };

  return { put, read, delete: remove, signUrl, hasBucket, makeBucket };
}

const deadline = () => ({ abortSignal: AbortSignal.timeout(timeouts.callMs) });

const nameOf = (error: unknown) => (error instanceof Error ? error.name : undefined);

const unavailable = (cause: unknown) =>
  cause instanceof FileStoreUnavailableError
    ? cause
    : new FileStoreUnavailableError('The object store cannot be used.', { cause });
