import type { Config } from '#config.ts';

/** Anything shorter would blacken half the words, and be known to whoever guesses. */
const shortestHidden = 4;

/** Everything of the configuration that must not be shown, as written and as meant. */
function secretsOf({ databaseUrl, databaseDirectUrl, smtpUrl, jwtSecret, s3, admin }: Config): string[] {
  const urls = [databaseUrl, databaseDirectUrl, smtpUrl].filter((url) => url !== undefined);
  const secrets = [
    ...urls.map((url) => new URL(url).password),
    ...urls.map((url) => decodeURIComponent(new URL(url).password)),
    ...urls.map((url) => new URL(url).searchParams.get('password') ?? undefined),
    jwtSecret,
    s3?.secretAccessKey,
    admin.password,
  ];
  return secrets.filter((secret) => secret !== undefined && secret.length >= shortestHidden) as string[];
}

/**
 * Blackens what a server's own words may repeat of the configuration. What the doctor says by itself holds no secret
 * to begin with.
 */
export function hideSecrets(config: Config): (line: string) => string {
  // The longest first: one may be a part of another.
  const secrets = secretsOf(config).toSorted((a, b) => b.length - a.length);
  return (line) => secrets.reduce((text, secret) => text.replaceAll(secret, '***'), line);
}
