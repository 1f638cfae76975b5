import type { Config } from '#platform/config/config.ts';

/** A sentence that names what a second machine on the same database would lack, or undefined. */
export function localResourcesWarning({
  databaseUrl,
  jwtSecret,
  smtpUrl,
  s3,
  dataDir,
}: Pick<Config, 'databaseUrl' | 'jwtSecret' | 'smtpUrl' | 's3' | 'dataDir'>): string | undefined {
  if (databaseUrl === undefined) return undefined;
  const unset = [
    jwtSecret === undefined && { variable: 'JWT_SECRET', thing: 'the secret' },
    smtpUrl === undefined && { variable: 'SMTP_URL', thing: 'the emails' },
    s3 === undefined && { variable: 'S3_ENDPOINT', thing: 'the stored images' },
  ].filter((found) => found !== false);
  if (unset.length === 0) return undefined;
  const variables = joinWithAnd(unset.map(({ variable }) => variable));
  const things = joinWithAnd(unset.map(({ thing }) => thing));
  return (
    `${variables} ${unset.length === 1 ? 'is' : 'are'} unset: only this machine has ${things}, in ${dataDir}. ` +
    'Set what is unset before a second machine uses the same database.'
  );
}

const joinWithAnd = (names: string[]) =>
  names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : names.join('');
