import ipaddr from 'ipaddr.js';
import type { Config } from '#config.ts';
import { readSecret } from '#platform/process/secret.ts';
import { StartError } from '#platform/process/start-error.ts';
import { failed, type Finding, ok, warning } from './finding.ts';
import type { Machine } from './machine.ts';

/** What is well formed and yet will bite. */
export function checkConfiguration(config: Config, machine: Machine): Finding[] {
  const { isProduction, publicUrl, rateLimitScale, databaseUrl } = config;
  const findings: Finding[] = [];
  if (config.port === 0) findings.push(failed('PORT must be a port number from 1 to 65535.'));
  if (config.jwtSecret === undefined) findings.push(...checkKeptSecret(config));
  const isPublic = !isLoopback(new URL(publicUrl).hostname);
  if (isProduction && !isPublic) {
    findings.push(
      warning(
        `PUBLIC_URL is ${publicUrl}: the links in e-mails lead nowhere. Set it to the address that people type.`,
      ),
    );
  }
  if (isProduction && isPublic && publicUrl.startsWith('http:')) {
    findings.push(
      warning(
        'PUBLIC_URL is http: passwords travel in clear. Serve it over TLS and set PUBLIC_URL to https://…',
      ),
    );
  }
  if (publicUrl.startsWith('https:') && config.s3?.publicEndpoint.startsWith('http:')) {
    findings.push(
      warning(
        'S3_PUBLIC_ENDPOINT (or S3_ENDPOINT) is http and PUBLIC_URL https: browsers block the images. Serve both over TLS.',
      ),
    );
  }
  if (publicUrl.startsWith('https:') && config.trustProxy.length === 0) {
    findings.push(
      warning(
        'TRUST_PROXY is empty: whoever comes through the proxy that ends TLS shares its address and rate limits. Set its CIDR.',
      ),
    );
  }
  const exposed = config.metricsPort === undefined ? undefined : publicAddress(config.metricsHost, machine);
  if (exposed !== undefined) {
    findings.push(
      warning(
        `METRICS_PORT ${config.metricsPort} needs no password and listens on ${exposed}, a public address. Set METRICS_HOST to one that only Prometheus reaches.`,
      ),
    );
  }
  if (rateLimitScale !== 1) {
    findings.push(
      warning(`RATE_LIMIT_SCALE is ${rateLimitScale}, which is for load tests. Leave it out for people.`),
    );
  }
  if (isProduction && databaseUrl === undefined) {
    findings.push(
      warning('the database is the embedded one, for one machine. Set DATABASE_URL to grow beyond.'),
    );
  }
  if (findings.length > 0) return findings;
  return [ok(`${isProduction ? 'production' : 'no production (NODE_ENV)'}, at ${publicUrl}`)];
}

/**
 * The first public address among those that a host stands for. A container has none of its own, even where it listens
 * on all of them; what a name stands for is not looked up.
 */
function publicAddress(host: string, machine: Machine): string | undefined {
  const isEvery = host === '0.0.0.0' || host === '::';
  const addresses = isEvery ? machine.addresses() : [host];
  return addresses.find((text) => {
    const address = text.replace(/%.*/, '');
    return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast';
  });
}

/** Every key is derived from it: processes with a secret of their own refuse one another's sessions. */
function checkKeptSecret({ dataDir, databaseUrl }: Config): Finding[] {
  try {
    readSecret(dataDir);
  } catch (error) {
    const { message } = error as Error;
    const advice = 'Bring it back from a backup, or set JWT_SECRET.';
    return [failed(error instanceof StartError ? `${message} ${advice}` : `DATA_DIR: ${message}. ${advice}`)];
  }
  if (databaseUrl === undefined) return [];
  return [
    warning(
      `JWT_SECRET is unset: the secret is kept in ${dataDir}, and a process elsewhere would make another. Set it.`,
    ),
  ];
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}
