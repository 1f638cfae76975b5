/** One line for the operator: the observation and, if there is a problem, the remedy. */
export interface Finding {
  /** `warning`: works, but will cause trouble. `skipped`: a prerequisite is missing. */
  level: 'ok' | 'warning' | 'FAILED' | 'skipped';
  text: string;
}

export const ok = (text: string): Finding => ({ level: 'ok', text });
export const warning = (text: string): Finding => ({ level: 'warning', text });
export const failed = (text: string): Finding => ({ level: 'FAILED', text });
export const skipped = (text: string): Finding => ({ level: 'skipped', text });

export function findingsOr(allWell: string, ...findings: (Finding | false | undefined)[]): Finding[] {
  const found = findings.filter((finding) => !!finding);
  return found.length > 0 ? found : [ok(allWell)];
}

const refused = 'refuses the connection. Start what listens there, or correct host and port in';
const unknownHost = 'is a host that the name service does not know. Correct it in';
const silent = 'gives no answer. Check the firewalls between, and host and port in';
const denied = 'refuses the user or its password, or the key. Check them in';
const advice: Record<string, string> = {
  ECONNREFUSED: refused,
  ENOTFOUND: unknownHost,
  EAI_AGAIN: unknownHost,
  EDNS: unknownHost,
  ETIMEDOUT: silent,
  TimeoutError: silent,
  ECONNRESET: 'ends the connection. See its log, and check port and protocol in',
  // https://www.postgresql.org/docs/current/errcodes-appendix.html
  '28P01': denied,
  '3D000': 'has no such database. Make it with CREATE DATABASE, or correct its name in',
  // nodemailer
  EAUTH: denied,
  // https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html
  InvalidAccessKeyId: denied,
  SignatureDoesNotMatch: denied,
  AccessDenied: 'denies it. Give the key the rights to read, write and delete in the bucket, or correct',
};

/** Explains a connection error of the server that `variable` configures, and its remedy. */
export function whyNot(error: unknown, variable: string): string {
  const known = codesOf(error).find((code) => code in advice);
  if (known !== undefined) return `${advice[known]} ${variable}.`;
  return `cannot be used: ${messageOf(error)}. Check ${variable}.`;
}

function codesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const { code, originalCode } = error as NodeJS.ErrnoException & { originalCode?: string };
  const parts: unknown[] = error instanceof AggregateError ? error.errors : [];
  return [originalCode ?? '', code ?? '', error.name, ...[...parts, error.cause].flatMap(codesOf)];
}

/** Aggregate errors, as of several addresses tried at once, have messages in their parts only. */
export function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(messageOf).join(', ');
  return error instanceof Error ? error.message || error.name : String(error);
}
