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
  createBucket: () => Promise<void>;
}

/** Limits for one attempt, and for all attempts of one call. */
const timeouts = { connectMs: 1_000, tryMs: 2_000, callMs: 4_000 };

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

  const hasBucket = (): Promise<boolean> =>
    client
      .send(new s3.HeadBucketCommand({ Bucket }), deadline())
      .then(() => true, expecting(['NotFound'], false));

  const createBucket = async (): Promise<void> => {
    if (await hasBucket()) return;
    // Another process may create it first. The error differs between stores.
    const errors = ['BucketAlreadyOwnedByYou', 'BucketAlreadyExists'];
    await client.send(new s3.CreateBucketCommand({ Bucket }), deadline()).catch(expecting(errors, undefined));
  };

  const put = async (key: string, bytes: Buffer): Promise<void> => {
    assertFileKey(key);
    const file = { Bucket, Key: key, Body: bytes, ContentType: fileContentType, CacheControl: 'private' };
    const send = () => client.send(new s3.PutObjectCommand(file), deadline()).then(() => true);
    const isStored = await send().catch(expecting(['NoSuchBucket'], false));
    if (isStored) return;
    await createBucket();
    await send().catch(expecting([], false));
  };

  const read = async (key: string): Promise<Buffer | undefined> => {
    assertFileKey(key);
    return client
      .send(new s3.GetObjectCommand({ Bucket, Key: key }), deadline())
      .then(async ({ Body }) => Body && Buffer.from(await Body.transformToByteArray()))
      .catch(expecting(['NoSuchKey', 'NoSuchBucket'], undefined));
  };

  const remove = async (key: string): Promise<void> => {
    assertFileKey(key);
    await client
      .send(new s3.DeleteObjectCommand({ Bucket, Key: key }), deadline())
      .catch(expecting(['NoSuchBucket'], undefined));
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

  return { put, read, delete: remove, signUrl, hasBucket, createBucket };
}

const deadline = () => ({ abortSignal: AbortSignal.timeout(timeouts.callMs) });

/** Handles a rejection: the expected errors of the store resolve to the value, any other throws. */
const expecting =
  <Value>(errorNames: string[], value: Value) =>
  (error: unknown): Value => {
    if (error instanceof Error && errorNames.includes(error.name)) return value;
    throw new FileStoreUnavailableError('The object store cannot be used.', { cause: error });
  };
