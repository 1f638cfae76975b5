import { resolve } from 'node:path';
import { Email } from 'contract/accounts/email.ts';
import { recordLimits } from 'contract/records/records.constants.ts';
import { settingChoices, settingLimits } from 'contract/settings/settings.constants.ts';
import { site } from 'contract/texts.ts';
import { z } from 'zod';
import { backupConfig, backupVariables } from './backup-config.ts';
import {
  dataUrls,
  list,
  openIdIssuer,
  listeningHost,
  port,
  postgresUrl,
  secret,
  storeUrl,
  urlWithPassword,
  webOrigin,
  withPassword,
} from './config-fields.ts';
import { readSecretFiles } from './secret-files.ts';
import { isLoopback, isNetwork } from '#platform/ip-addresses.ts';
import { StartError } from '#platform/process/start-error.ts';

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const retention = settingLimits.recordRetentionDays;
const retentionRule = `must be a number of days from ${retention.min} to ${retention.max}`;

const Environment = z.object({
  NODE_ENV: z.string().optional(),
  DEMO: z.stringbool('must be true or false').default(false),
  ALLOW_EMBEDDED: z.stringbool('must be true or false').default(false),
  PORT: port.default(3000),
  HOST: listeningHost,
  PUBLIC_URL: webOrigin.optional(),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_DIRECT_URL: postgresUrl.optional(),
  DATABASE_PASSWORD: z.string().optional(),
  DATA_DIR: z.string().min(1).default('.data'),
  JWT_SECRET: secret.optional(),
  JWT_SECRET_PREVIOUS: secret.optional(),
  SMTP_URL: urlWithPassword(/^smtps?:\/\//, 'must look like smtp://user:password@host:port or smtps://…')
    .refine(
      (url) => !/[?&]tls=(?!off(&|$))/.test(url),
      'has a value of tls other than off. Remove it: TLS is required',
    )
    .optional(),
  MAIL_FROM: z
    .string()
    .regex(/^[^\r\n]*[^\s@]+@[^\s@]+[^\r\n]*$/, 'must be an email address')
    .optional(),
  S3_ENDPOINT: storeUrl.optional(),
  S3_PUBLIC_ENDPOINT: storeUrl.optional(),
  S3_REGION: z
    .string()
    .regex(/^[\w-]+$/, 'must be a region, such as us-east-1')
    .optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/, 'must be a bucket name: 3 to 63 of a-z, 0-9, dots and hyphens')
    .optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  ADMIN_USERNAME: z.string().optional(),
  ADMIN_EMAIL: z.string().optional(),
  ADMIN_PASSWORD: z.string().optional(),
  OIDC_ISSUER: openIdIssuer.optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  /** What the button of the sign-in says. */
  OIDC_NAME: z.string().max(40, 'must have at most 40 characters').optional(),
  TRUST_PROXY: list.refine((items) => items.every(isNetwork), 'must be a comma-separated list of CIDRs'),
  CORS_ORIGINS: list.refine(
    (items) => items.every((item) => webOrigin.safeParse(item).success),
    'must be a comma-separated list of http(s) URLs without a path, such as https://example.org',
  ),
  RATE_LIMIT_SCALE: z
    .string()
    .default('1')
    .transform(Number)
    .refine((scale) => Number.isFinite(scale) && scale > 0, 'must be a number above 0'),
  RETENTION_DAYS: z
    .string()
    .regex(/^\d{1,4}$/, retentionRule)
    .default(String(recordLimits.retentionDays))
    .transform(Number)
    .refine((days) => days >= retention.min && days <= retention.max, retentionRule),
  CONTACT_EMAIL: z
    .string()
    .refine((text) => Email.safeParse(text).success, 'must be an email address')
    .optional(),
  STAFF_SECOND_FACTOR: z
    .enum(settingChoices.staff_second_factor, 'must be one of off, required')
    .default('off'),
  DATA_REFRESH: z.enum(settingChoices.data_refresh, 'must be one of off, on').default('off'),
  DATA_URLS: dataUrls,
  NETWORKS_FILE: list.refine((paths) => paths.length <= 2, 'must be one path, or two separated by a comma'),
  METRICS_HOST: listeningHost,
  METRICS_PORT: port.refine((number) => number > 0, 'must be a port number from 1').optional(),
  ...backupVariables,
  DRAIN_SECONDS: z
    .string()
    .regex(/^\d{1,2}$/, 'must be a number of seconds from 0 to 99')
    .default('0')
    .transform(Number),
  LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).default('info'),
});

export type S3Config = NonNullable<Config['s3']>;
export type OpenIdConfig = NonNullable<Config['openId']>;

const requiredByOpenId = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_NAME'] as const;

export type Config = ReturnType<typeof readConfig>;

const requiredByS3 = [
  'S3_ENDPOINT',
  'S3_REGION',
  'S3_BUCKET',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
] as const;

const requiredInProduction = [
  'DATABASE_URL',
  'JWT_SECRET',
  'SMTP_URL',
  'MAIL_FROM',
  'CONTACT_EMAIL',
  ...requiredByS3,
] as const;

const names = Object.keys(Environment.shape) as Name[];
export const variableNames: readonly string[] = names;

type Variables = z.output<typeof Environment>;
type Name = keyof Variables;

/** What is wrong with the environment: a sentence for each malformed or missing variable, which begins with its name. */
export const configFaults = (environment: NodeJS.ProcessEnv): string[] => parse(environment).faults;

/** Throws a `StartError` with all faults, each in a line. */
export function readConfig(environment: NodeJS.ProcessEnv) {
  const { variables, faults } = parse(environment);
  if (faults.length > 0) throw new StartError(faults.join('\n'));
  const publicUrl = publicUrlOf(variables);
  const databaseUrl = withPassword(variables.DATABASE_URL, variables.DATABASE_PASSWORD);
  return {
    isProduction: isProduction(variables),
    /** Whether the header says so, and no email leaves. */
    isDemo: variables.DEMO,
    host: variables.HOST,
    /** With 0 the system chooses a free port. `main.ts` refuses 0. */
    port: variables.PORT,
    publicUrl,
    /** If unset, the embedded PostgreSQL under `dataDir` is used. */
    databaseUrl,
    /** A direct connection without a transaction pooler, for migrations, jobs and LISTEN. */
    databaseDirectUrl:
      withPassword(variables.DATABASE_DIRECT_URL, variables.DATABASE_PASSWORD) ?? databaseUrl,
    dataDir: resolve(variables.DATA_DIR),
    /** All keys are derived from it. If unset, it is generated once and stored in `dataDir`. */
    jwtSecret: variables.JWT_SECRET,
    /** The previous secret, which still verifies what it signed. */
    jwtSecretPrevious: variables.JWT_SECRET_PREVIOUS,
    /** If unset, the local mailbox is used. */
    smtpUrl: variables.SMTP_URL,
    mailFrom: variables.MAIL_FROM ?? 'Declassified <no-reply@declassified.example>',
    /** If unset, files are stored under `dataDir`. */
    s3: s3Config(variables),
    /** The first superuser. Without a password, a random one is generated. */
    admin: {
      username: variables.ADMIN_USERNAME ?? 'admin',
      email: variables.ADMIN_EMAIL ?? 'admin@declassified.example',
      password: variables.ADMIN_PASSWORD,
    },
    /** If unset, nobody can sign in through an OpenID provider. */
    openId: openIdConfig(variables),
    trustProxy: variables.TRUST_PROXY,
    corsOrigins: variables.CORS_ORIGINS,
    rateLimitScale: variables.RATE_LIMIT_SCALE,
    retentionDays: variables.RETENTION_DAYS,
    contactEmail: variables.CONTACT_EMAIL ?? site.contactEmail,
    staffSecondFactor: variables.STAFF_SECOND_FACTOR,
    dataRefresh: variables.DATA_REFRESH,
    /** By slug: where a dataset's file is fetched instead of at its publisher. */
    dataUrls: variables.DATA_URLS,
    /** MaxMind DB files that name the network of an IP address. */
    networksFiles: variables.NETWORKS_FILE.map((path) => resolve(path)),
    backups: backupConfig(variables, resolve(variables.DATA_DIR), databaseUrl),
    metricsHost: variables.METRICS_HOST,
    /** If unset, metrics are disabled. */
    metricsPort: variables.METRICS_PORT,
    /** How long a stopping server continues to serve while `readyz` makes the proxy use another. */
    drainSeconds: variables.DRAIN_SECONDS,
    logLevel: variables.LOG_LEVEL,
  };
}

const isProduction = ({ NODE_ENV }: Partial<Variables>) => NODE_ENV === 'production';
const publicUrlOf = ({ PUBLIC_URL, PORT }: Partial<Variables>) =>
  PUBLIC_URL?.replace(/\/$/, '') ?? `http://localhost:${PORT}`;

/** Each variable by itself, so that one fault hides no other. The variables are complete if there is no fault. */
function parse(variablesOfProcess: NodeJS.ProcessEnv): { variables: Variables; faults: string[] } {
  const { environment, faults: fileFaults } = readSecretFiles(variablesOfProcess);
  // `.env` files and Compose pass unset variables as empty ones.
  const isSet = (name: Name) => environment[name] !== undefined && environment[name] !== '';
  const variables: Partial<Record<Name, unknown>> = {};
  const malformed = names.flatMap((name) => {
    const parsed = Environment.shape[name].safeParse(isSet(name) ? environment[name] : undefined);
    variables[name] = parsed.data;
    return parsed.success ? [] : [[name, parsed.error.issues[0]?.message ?? 'is malformed'] as const];
  });
  const faults = new Map<Name, string>();
  for (const [name, text] of [...malformed, ...dependencyFaults(variables as Partial<Variables>, isSet)]) {
    if (!faults.has(name)) faults.set(name, `${name} ${text}.`);
  }
  const rest = [...faults].filter(([name]) => !fileFaults.some((fault) => fault.startsWith(name)));
  return { variables: variables as Variables, faults: [...fileFaults, ...rest.map(([, fault]) => fault)] };
}

/** The faults of variables that depend on others. */
function* dependencyFaults(
  variables: Partial<Variables>,
  isSet: (name: Name) => boolean,
): Generator<readonly [Name, string]> {
  if (isSet('DATABASE_DIRECT_URL') && !isSet('DATABASE_URL')) {
    yield [
      'DATABASE_URL',
      'is missing. DATABASE_DIRECT_URL only bypasses a transaction pooler of the same database, so it is not enough alone',
    ];
  }
  if (variables.METRICS_PORT !== undefined && variables.METRICS_PORT === variables.PORT) {
    yield ['METRICS_PORT', 'must differ from PORT, because the metrics are not public'];
  }
  const { PUBLIC_URL: publicUrl } = variables;
  const isPlain = publicUrl?.startsWith('http:') && !isLoopback(new URL(publicUrl).hostname);
  if (isProduction(variables) && isPlain) {
    yield ['PUBLIC_URL', 'must begin with https: passwords and tokens would be sent unencrypted'];
  }
  if (isProduction(variables) && !variables.ALLOW_EMBEDDED) {
    for (const name of requiredInProduction.filter((required) => !isSet(required))) {
      yield [
        name,
        'is missing. With NODE_ENV=production every dependency must be configured, unless ALLOW_EMBEDDED=true is set',
      ];
    }
  }
  // Without the issuer, the other settings of the provider would have no effect.
  const configuredOpenId = requiredByOpenId.find(isSet);
  if (configuredOpenId !== undefined) {
    for (const name of requiredByOpenId.filter((required) => !isSet(required))) {
      yield [name, `is missing. ${configuredOpenId} needs it`];
    }
  }
  // An incomplete configuration of the store would only fail at the first upload.
  const configured = [...requiredByS3, 'S3_PUBLIC_ENDPOINT' as const].find(isSet);
  if (configured !== undefined) {
    for (const name of requiredByS3.filter((required) => !isSet(required))) {
      yield [name, `is missing. An object store needs it in addition to ${configured}`];
    }
  }
}

function openIdConfig(variables: Variables) {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_NAME } = variables;
  if (!OIDC_ISSUER || !OIDC_CLIENT_ID || !OIDC_CLIENT_SECRET || !OIDC_NAME) return undefined;
  return { issuer: OIDC_ISSUER, clientId: OIDC_CLIENT_ID, clientSecret: OIDC_CLIENT_SECRET, name: OIDC_NAME };
}

function s3Config(variables: Variables) {
  const { S3_ENDPOINT, S3_PUBLIC_ENDPOINT, S3_REGION, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } =
    variables;
  if (!S3_ENDPOINT || !S3_REGION || !S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY)
    return undefined;
  return {
    endpoint: S3_ENDPOINT,
    /** The endpoint that browsers use and URLs are signed for. */
    publicEndpoint: S3_PUBLIC_ENDPOINT ?? S3_ENDPOINT,
    region: S3_REGION,
    bucket: S3_BUCKET,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
  };
}
