import { z } from 'zod';

export type ProviderFailure = 'cancelled' | 'failed' | 'unavailable';

export class ProviderError extends Error {
  readonly failure: ProviderFailure;

  constructor(failure: ProviderFailure, cause: unknown) {
    super(`The OpenID provider: ${failure}`, { cause });
    this.name = 'ProviderError';
    this.failure = failure;
  }
}

/** The codes of `openid-client` for a provider that does not respond. */
const unreachableCodes = new Set(['OAUTH_TIMEOUT', 'OAUTH_ABORT']);

/** The codes of OpenID and OAuth for a provider that cannot respond now. */
const temporaryErrors = new Set(['temporarily_unavailable', 'server_error']);

export async function failureOf(error: unknown): Promise<ProviderFailure> {
  if (error instanceof ProviderError) return error.failure;
  if (!(error instanceof Error)) return 'failed';
  const named = 'error' in error ? String(error.error) : await errorInBody(error);
  if (named === 'access_denied') return 'cancelled';
  return temporaryErrors.has(named) || isUnreachable(error) ? 'unavailable' : 'failed';
}

const ErrorBody = z.object({ error: z.string() });

/** The package reads no error of the endpoints for keys and userinfo. */
async function errorInBody({ cause }: Error): Promise<string> {
  if (!(cause instanceof Response) || cause.bodyUsed) return '';
  const body: unknown = await cause.json().catch(() => undefined);
  return ErrorBody.safeParse(body).data?.error ?? '';
}

function isUnreachable(error: Error): boolean {
  const status = statusOf(error);
  return (
    status === 408 ||
    status === 429 ||
    status >= 500 ||
    unreachableCodes.has(codeOf(error)) ||
    // A page of a proxy.
    (status === 200 && codeOf(error) === 'OAUTH_RESPONSE_IS_NOT_JSON') ||
    isBroken(error)
  );
}

/** Whether a connection or a body broke off. The package has one code for bodies and tokens that it cannot read. */
const isBroken = (error: Error): boolean =>
  (error instanceof TypeError && ['fetch failed', 'terminated'].includes(error.message)) ||
  (error.cause instanceof Error && error.cause.message === 'failed to parse "response" body as JSON');

const codeOf = (error: Error): string => ('code' in error ? String(error.code) : '');

/** The codes of `openid-client` for endpoints that respond like others, and for keys that are not published. */
const outdatedCodes = new Set([
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_KEY_SELECTION_FAILED',
]);

/**
 * Whether the endpoints or keys of the discovery document may have changed, so that it is read again. What anybody can
 * make up in the URL of the callback does not say so.
 */
export function mayBeOutdated(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof ProviderError) return false;
  // The cause of a wrong signature names the key.
  const { cause } = rootOf(error) as { cause?: unknown };
  const isWrongKey = typeof cause === 'object' && cause !== null && 'key' in cause;
  return isUnreachable(error) || outdatedCodes.has(codeOf(error)) || isWrongKey;
}

/** Of the response that the package refused, otherwise 0. */
function statusOf(error: Error): number {
  const { cause } = error;
  if (cause instanceof Response) return cause.status;
  return 'status' in error && typeof error.status === 'number' ? error.status : 0;
}

/** Names both issuers: a slash at the end is a difference. */
export function wrongIssuer(expected: string, error: unknown): Error | undefined {
  if (!(error instanceof Error)) return undefined;
  const { attribute, body } = (rootOf(error).cause ?? {}) as {
    attribute?: unknown;
    body?: { issuer?: unknown };
  };
  if (attribute !== 'issuer') return undefined;
  return new Error(
    `OIDC_ISSUER is ${expected}, but the provider calls itself ${String(body?.issuer).slice(0, 200)}`,
  );
}

/** The errors of OpenID and OAuth have this form. Other text of a provider is not logged. */
const errorName = /^[a-z_]{1,60}$/;

/** For the log: what failed, without a value of a claim or a text of the provider. */
export function failureDetails(error: Error): Record<string, unknown> {
  const root = rootOf(error);
  const { claim } = (root.cause ?? {}) as { claim?: unknown };
  const named = 'error' in error ? String(error.error) : '';
  return {
    cause: error instanceof z.ZodError ? 'malformed claims' : error.message,
    error_code: codeOf(error) || codeOf(root) || undefined,
    provider_error: errorName.test(named) ? named : undefined,
    status: statusOf(error) || undefined,
    claim: error instanceof z.ZodError ? error.issues[0]?.path.join('.') : claim,
  };
}

const rootOf = (error: Error): Error => (error.cause instanceof Error ? rootOf(error.cause) : error);
