import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#platform/config/config.ts';
import { openNetworkNames } from '#domain/networks/network-names.ts';
import { isLoopback } from '#platform/ip-addresses.ts';
import { openS3Files } from '#platform/files/files-s3.ts';
import { verifySmtp } from '#platform/mail/mail.ts';
import { rootCause } from '#platform/process/start-error.ts';
import { ProviderError } from '#auth/openid/failures.ts';
import { callbackPath, openProvider } from '#auth/openid/provider.ts';
import { nearestFolder } from '#platform/files/folders.ts';
import { publicEndpointName } from './check-machine.ts';
import { failed, type Finding, findingsOr, ok, skipped, warning } from './finding.ts';

const timeoutMs = 4_000;
const probeSeconds = 60;

/** Stores a test file, reads it as a browser would, and deletes it. */
export async function checkStore({ s3, dataDir }: Config): Promise<Finding> {
  if (!s3) return checkFolder(dataDir, 'files');
  const { bucket, endpoint, publicEndpoint } = s3;
  const files = await openS3Files(s3, probeSeconds);
  if (!(await files.hasBucket())) {
    return warning(`has no bucket ${bucket}. The next start creates it, unless S3_BUCKET is wrong.`);
  }
  const key = `doctor/${randomUUID()}.webp`;
  await files.put(key, Buffer.from(key));
  const readBack = await fetch(await files.signUrl(key), { signal: AbortSignal.timeout(timeoutMs) })
    .then((response) => response.text())
    .catch((error: unknown) =>
      warning(
        `${publicEndpoint} cannot be reached from this machine: ${rootCause(error)}. Browsers need it.`,
      ),
    );
  await files.delete(key);
  // The public URL may not be reachable from inside a container or a private network.
  if (typeof readBack !== 'string') return readBack;
  if (readBack === key) return ok(`${endpoint} stores, returns and deletes files in ${bucket}`);
  return failed(
    `${publicEndpoint} does not return the stored file. Check ${publicEndpointName(s3)} and the permissions of the key.`,
  );
}

/** Signs in without sending an email. Without an SMTP server it checks the local mailbox. */
export async function checkSmtp({ smtpUrl, dataDir, isProduction }: Config): Promise<Finding> {
  if (smtpUrl === undefined) {
    return isProduction
      ? warning('nobody reads the local mailbox. Set SMTP_URL.')
      : checkFolder(dataDir, 'mailbox');
  }
  const { host, hostname, searchParams } = new URL(smtpUrl);
  await verifySmtp(smtpUrl, timeoutMs);
  return searchParams.get('tls') === 'off' && !isLoopback(hostname)
    ? warning(`?tls=off disables TLS to ${host}: links and the password may be sent unencrypted.`)
    : ok(`${host} accepts email`);
}

/** Without these files, the server works and names no networks. */
export async function checkNetworks({ networksFiles }: Config): Promise<Finding[]> {
  const names = await openNetworkNames(networksFiles);
  const faults = names
    .faults()
    .map((fault) => warning(`${fault} Correct NETWORKS_FILE, or replace the file.`));
  return findingsOr(`${networksFiles.join(', ')} can be read`, ...faults);
}

async function checkFolder(dataDir: string, name: string): Promise<Finding> {
  // The trailing separator rejects a file of that name.
  await access(join(nearestFolder(join(dataDir, name)), '/'), constants.W_OK | constants.X_OK);
  return ok(`a folder under ${dataDir}`);
}

/** Reads the discovery document, as the first sign-in does. */
export async function checkOpenId({ openId, publicUrl }: Config): Promise<Finding> {
  if (!openId) return skipped('OIDC_ISSUER is not set');
  try {
    await openProvider(openId, publicUrl).check();
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    return failed(`${openId.issuer} cannot be used: ${rootCause(error.cause)}. Check OIDC_ISSUER.`);
  }
  return ok(`${openId.issuer} describes itself. The redirect URI is ${publicUrl}${callbackPath}`);
}
