import { readFileSync } from 'node:fs';

/** The secrets that a file can contain: the variable `NAME_FILE` then names the file, as for the secrets of Compose. */
export const secretNames = [
  'JWT_SECRET',
  'JWT_SECRET_PREVIOUS',
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_PASSWORD',
  'SMTP_URL',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'ADMIN_PASSWORD',
  'OIDC_CLIENT_SECRET',
] as const;

export const secretFileNames: readonly string[] = secretNames.map((name) => `${name}_FILE`);

interface Secrets {
  environment: NodeJS.ProcessEnv;
  /** Sentences without a secret. Each begins with the name of a variable. */
  faults: string[];
}

/**
 * The environment with the secrets of the named files. A line feed at the end of a file is no part of its secret, and an
 * empty file counts as not set, like an empty variable.
 */
export function readSecretFiles(environment: NodeJS.ProcessEnv): Secrets {
  const complete = { ...environment };
  const faults = secretNames.flatMap((name) => {
    const file = environment[`${name}_FILE`];
    if (!file) return [];
    if (environment[name]) return [`${name} and ${name}_FILE are both set. Set one of them.`];
    try {
      complete[name] = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
      return [];
    } catch (error) {
      const { code = 'no code' } = error as NodeJS.ErrnoException;
      return [`${name}_FILE names a file that cannot be read (${code}).`];
    }
  });
  return { environment: complete, faults };
}
