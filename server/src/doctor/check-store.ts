import { randomUUID } from 'node:crypto';
import type { Config, S3Config } from '#config.ts';
import { openS3Files, type S3Files } from '#platform/files/files-s3.ts';
import { failed, type Finding, messageOf, ok, warning } from './finding.ts';
import { whyUnreachable } from './unreachable.ts';
import { whyNotWritable } from './writable.ts';

const probeSeconds = 60;
const readTimeoutMs = 4_000;

/** Stores, reads as a browser does, and deletes a file of its own. */
export async function checkStore({ s3, dataDir }: Config): Promise<Finding[]> {
  if (!s3) {
    const problem = await whyNotWritable(dataDir, 'files');
    return [problem ? failed(problem) : ok(`a folder under ${dataDir}`)];
  }
  const files = await openS3Files(s3, probeSeconds);
  const bucket = await findBucket(files, s3);
  if (bucket.problem) return [failed(bucket.problem)];
  if (!bucket.isThere) {
    return [
      warning(
        `has no bucket ${s3.bucket}. The next start makes it; if it should be there, correct S3_BUCKET.`,
      ),
    ];
  }
  const key = `doctor/${randomUUID()}.webp`;
  const bytes = Buffer.from(`The doctor's probe ${key}, which may be deleted.`);
  try {
    await files.put(key, bytes);
  } catch (error) {
    return [failed(`${s3.endpoint} ${whyRefused(error, s3, 's3:PutObject')}`)];
  }
  const findings = await readAsBrowser(files, key, bytes, s3);
  try {
    await files.delete(key);
  } catch (error) {
    findings.push(failed(`${s3.endpoint} keeps ${key}: it ${whyRefused(error, s3, 's3:DeleteObject')}`));
  }
  return findings.length > 0 ? findings : [ok(`${s3.endpoint} stores, shows and deletes in ${s3.bucket}`)];
}

/** A store that answers, but refuses to tell, says more of why when it is written to. */
async function findBucket(files: S3Files, s3: S3Config): Promise<{ isThere: boolean; problem?: string }> {
  try {
    return { isThere: await files.hasBucket() };
  } catch (error) {
    const reason = whyUnreachable(error, 'S3_ENDPOINT');
    return reason ? { isThere: false, problem: `${s3.endpoint} ${reason}` } : { isThere: true };
  }
}

async function readAsBrowser(files: S3Files, key: string, bytes: Buffer, s3: S3Config): Promise<Finding[]> {
  const url = await files.signUrl(key);
  const { publicEndpoint } = s3;
  const variable = publicEndpoint === s3.endpoint ? 'S3_ENDPOINT' : 'S3_PUBLIC_ENDPOINT';
  try {
    const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(readTimeoutMs) });
    const body = Buffer.from(await response.arrayBuffer());
    if (response.ok && body.equals(bytes)) return [];
    const code = codeIn(body) ?? String(response.status);
    return [
      failed(
        `${publicEndpoint} does not show what was stored (${code}). ` +
          `Let ${variable} lead to the store, by the Host that browsers send, and allow s3:GetObject.`,
      ),
    ];
  } catch (error) {
    const reason =
      whyUnreachable(error, variable) ?? `cannot be read: ${messageOf(error)}. Check ${variable}.`;
    if (variable === 'S3_ENDPOINT') return [failed(`${publicEndpoint} ${reason}`)];
    // Inside of a container or a private network that may be as it should.
    return [warning(`${publicEndpoint}, seen from here, ${reason} Browsers need it: try it in one.`)];
  }
}

/** https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html */
function whyRefused(error: unknown, { bucket, region }: S3Config, right: string): string {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error ? cause.name : '';
  const reasons: Record<string, string> = {
    InvalidAccessKeyId: 'knows no such key. Check S3_ACCESS_KEY_ID.',
    SignatureDoesNotMatch: 'refuses the signature. Check S3_SECRET_ACCESS_KEY, and S3_REGION.',
    AuthorizationHeaderMalformed: `is in another region than ${region}. Correct S3_REGION.`,
    RequestTimeTooSkewed: 'has another time than this machine. Set both clocks by NTP.',
    AccessDenied: `denies it. Give the key the right ${right} on ${bucket}.`,
    NoSuchBucket: `has no bucket ${bucket}. Make it, or correct S3_BUCKET.`,
    PermanentRedirect: `keeps ${bucket} in another region. Correct S3_ENDPOINT and S3_REGION.`,
  };
  const known = reasons[code] ?? whyUnreachable(cause, 'S3_ENDPOINT');
  return known ?? `cannot be used (${code}: ${messageOf(cause)}). See its log, and the S3_ variables.`;
}

const codeIn = (body: Buffer) => /<Code>(\w+)<\/Code>/.exec(body.toString())?.[1];
