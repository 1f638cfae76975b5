import type { Configuration } from 'openid-client';
import { openIdLimits } from 'contract/identities/identities.constants.ts';
import { Email } from 'contract/accounts/email.ts';
import { z } from 'zod';
import type { OpenIdConfig } from '#platform/config/config.ts';

/** The secrets of one way through the provider. The browser keeps them, sealed. */
export interface FlowSecrets {
  state: string;
  nonce: string;
  verifier: string;
}

export interface ProvenIdentity {
  issuer: string;
  subject: string;
  /** Null unless the provider names a valid one. */
  email: string | null;
  isEmailVerified: boolean;
  name: string | null;
}

export type ProviderFailure = 'cancelled' | 'failed' | 'unavailable';

export class ProviderError extends Error {
  readonly failure: ProviderFailure;

  constructor(failure: ProviderFailure, cause: unknown) {
    super(`The OpenID provider: ${failure}`, { cause });
    this.name = 'ProviderError';
    this.failure = failure;
  }
}

export interface OpenIdProvider {
  issuer: string;
  name: string;
  /** With `isAgain` the provider must authenticate the user again. Throws `ProviderError`. */
  begin: (isAgain: boolean) => Promise<{ url: string; secrets: FlowSecrets }>;
  /** Checks the response of the provider and its ID token. Throws `ProviderError`. */
  finish: (query: string, secrets: FlowSecrets, isAgain: boolean) => Promise<ProvenIdentity>;
  /** Reads the discovery document. Throws `ProviderError`. */
  check: () => Promise<void>;
}

export const callbackPath = '/api/user/login/oidc/callback/';

const timeoutSeconds = 5;
const maxNameCharacters = 200;

/** The claims that identify and describe a user. Providers may send anything else beside them. */
const Described = z.object({
  email: z.string().optional().catch(undefined),
  email_verified: z.union([z.boolean(), z.stringbool()]).optional().catch(undefined),
  name: z.string().optional().catch(undefined),
});

/** The package is loaded, and the discovery document read, at the first use. */
export function openProvider(config: OpenIdConfig, publicUrl: string): OpenIdProvider {
  const redirectUri = publicUrl + callbackPath;
  let discovered: Promise<Configuration> | undefined;

  async function discover(): Promise<Configuration> {
    const client = await import('openid-client');
    const execute = [client.enableNonRepudiationChecks];
    if (config.issuer.startsWith('http:')) execute.push(client.allowInsecureRequests);
    const options = { execute, timeout: timeoutSeconds };
    return client.discovery(
      new URL(config.issuer),
      config.clientId,
      config.clientSecret,
      client.ClientSecretBasic(config.clientSecret),
      options,
    );
  }

  /** Nobody reads the document again until it fails once. */
  async function configuration(): Promise<Configuration> {
    discovered ??= discover();
    try {
      return await discovered;
    } catch (error) {
      discovered = undefined;
      throw new ProviderError('unavailable', error);
    }
  }

  return {
    issuer: config.issuer,
    name: config.name,

    begin: async (isAgain) => {
      const provider = await configuration();
      const client = await import('openid-client');
      const verifier = client.randomPKCECodeVerifier();
      const secrets = { verifier, state: client.randomState(), nonce: client.randomNonce() };
      const url = client.buildAuthorizationUrl(provider, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state: secrets.state,
        nonce: secrets.nonce,
        ...(isAgain && { prompt: 'login', max_age: '0' }),
      });
      return { url: url.href, secrets };
    },

    finish: async (query, { state, nonce, verifier }, isAgain) => {
      const provider = await configuration();
      const client = await import('openid-client');
      try {
        const tokens = await client.authorizationCodeGrant(provider, new URL(`${redirectUri}?${query}`), {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          ...(isAgain && { maxAge: openIdLimits.authenticationAge }),
        });
        const claims = tokens.claims();
        if (!claims) throw new ProviderError('failed', 'no ID token');
        // Many providers describe the user only there.
        const needsMore = claims['email'] === undefined && provider.serverMetadata().userinfo_endpoint;
        const more = needsMore ? await client.fetchUserInfo(provider, tokens.access_token, claims.sub) : {};
        const { email, email_verified, name } = Described.parse({ ...claims, ...more });
        return {
          issuer: claims.iss,
          subject: claims.sub,
          email: Email.safeParse(email).data ?? null,
          isEmailVerified: email_verified === true,
          name: name?.slice(0, maxNameCharacters) ?? null,
        };
      } catch (error) {
        throw new ProviderError(failureOf(error), error);
      }
    },

    check: async () => {
      await configuration();
    },
  };
}

/** The codes of `openid-client` for a provider that does not respond. */
const unreachable = new Set(['OAUTH_TIMEOUT', 'OAUTH_ABORT']);

function failureOf(error: unknown): ProviderFailure {
  if (!(error instanceof Error)) return 'failed';
  if ('error' in error && error.error === 'access_denied') return 'cancelled';
  const isUnreachable = 'code' in error && unreachable.has(String(error.code));
  // `fetch` throws a TypeError with the error of the connection.
  return isUnreachable || (error instanceof TypeError && error.message === 'fetch failed')
    ? 'unavailable'
    : 'failed';
}
