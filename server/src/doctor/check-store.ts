import { randomUUID } from 'node:crypto';
import type { Config, S3Config } from '#config.ts';
import { openS3Files, type S3Files } from '#platform/files/files-s3.ts';
import { failed, type Finding, ok, warning, whyNot } from './finding.ts';
import { checkFolder } from './check-machine.ts';

const probeSeconds = 60;
const readTimeoutMs = 4_000;

/** Stores, reads as a browser would, and deletes a test file. */
export async function checkStore({ s3, dataDir }: Config): Promise<Finding[]> {
  if (!s3) return [await checkFolder(dataDir, 'files')];
  const files = await openS3Files(s3, probeSeconds);
  const key = `doctor/${randomUUID()}.webp`;
  const bytes = Buffer.from(`The doctor's probe ${key}, which may be deleted.`);
  try {
    // If the key may not query the bucket, writing tells more.
    if (!(await files.hasBucket().catch(() => true))) {
      return [warning(`has no bucket ${s3.bucket}. The next start makes it, unless S3_BUCKET is wrong.`)];
    }
    await files.put(key, bytes);
    const finding = await readAsBrowser(files, key, bytes, s3);
    await files.delete(key);
    return [finding];
  } catch (error) {
    return [failed(`${s3.endpoint} ${whyNot(error, 'the S3_ variables')}`)];
  }
}

async function readAsBrowser(files: S3Files, key: string, bytes: Buffer, s3: S3Config): Promise<Finding> {
  const { endpoint, publicEndpoint, bucket } = s3;
  try {
    const signal = AbortSignal.timeout(readTimeoutMs);
    const response = await fetch(await files.signUrl(key), { redirect: 'manual', signal });
    const body = Buffer.from(await response.arrayBuffer());
    if (body.equals(bytes)) return ok(`${endpoint} stores, shows and deletes in ${bucket}`);
    return failed(
      `${publicEndpoint} does not show what was stored (${response.status}). Let S3_PUBLIC_ENDPOINT (or ` +
        'S3_ENDPOINT) lead to the store, by the Host that browsers send, and allow the key to read.',
    );
  } catch (error) {
    // Inside a container or a private network this may be intended.
    return warning(
      `${publicEndpoint}, seen from here, ${whyNot(error, 'S3_PUBLIC_ENDPOINT')} Browsers need it.`,
    );
  }
}
