import type { ClientAuth, Configuration } from 'openid-client';
import { openIdLimits } from 'contract/identities/identities.constants.ts';
import type { OpenIdConfig } from '#platform/config/config.ts';
import { isIncomplete, type Person, readPerson, readSubject } from './claims.ts';
import { failureOf, mayBeOutdated, ProviderError, wrongIssuer } from './failures.ts';

/** The secrets of one way through the provider. The browser keeps them, sealed. */
export interface FlowSecrets {
  state: string;
  nonce: string;
  verifier: string;
}

export interface ProvenIdentity extends Person {
  issuer: string;
  subject: string;
}

/** What the ID token says, which identifies a user. */
export interface SignedInAtProvider extends ProvenIdentity {
  /** Asks the provider for what the ID token does not say. Throws `ProviderError`. */
  complete: () => Promise<ProvenIdentity>;
}

export interface OpenIdProvider {
  issuer: string;
  name: string;
  /** With `isAgain` the provider must authenticate the user again. Throws `ProviderError`. */
  begin: (isAgain: boolean) => Promise<{ url: string; secrets: FlowSecrets }>;
  /** Checks the response of the provider and its ID token. Throws `ProviderError`. */
  finish: (query: string, secrets: FlowSecrets, isAgain: boolean) => Promise<SignedInAtProvider>;
  /** Reads the discovery document. Throws `ProviderError`. */
  check: () => Promise<void>;
}

export const callbackPath = '/api/user/login/oidc/callback/';

const timeoutSeconds = 5;

/** The package is loaded, and the discovery document is read, at the first use. */
export function openProvider(config: OpenIdConfig, publicUrl: string): OpenIdProvider {
  const redirectUri = publicUrl + callbackPath;
  let discovered: Promise<Configuration> | undefined;

  async function discover(): Promise<Configuration> {
    const client = await import('openid-client');
    const [basic, post] = [client.ClientSecretBasic, client.ClientSecretPost].map((method) =>
      method(config.clientSecret),
    ) as [ClientAuth, ClientAuth];
    const authenticate: ClientAuth = (server, ...request) => {
      const { token_endpoint_auth_methods_supported: methods = ['client_secret_basic'] } = server;
      const isPost = methods.includes('client_secret_post') && !methods.includes('client_secret_basic');
      return (isPost ? post : basic)(server, ...request);
    };
    const execute = [client.enableNonRepudiationChecks];
    if (config.issuer.startsWith('http:')) execute.push(client.allowInsecureRequests);
    const options = { execute, timeout: timeoutSeconds };
    const issuer = new URL(config.issuer);
    return client
      .discovery(issuer, config.clientId, config.clientSecret, authenticate, options)
      .catch((error: unknown) => {
        throw wrongIssuer(config.issuer, error) ?? error;
      });
  }

  async function configuration(): Promise<Configuration> {
    discovered ??= discover();
    try {
      return await discovered;
    } catch (error) {
      discovered = undefined;
      throw new ProviderError('unavailable', error);
    }
  }

  async function orFailure<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if (mayBeOutdated(error)) discovered = undefined;
      throw new ProviderError(await failureOf(error), error);
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
      return orFailure(async () => {
        const tokens = await client.authorizationCodeGrant(provider, new URL(`${redirectUri}?${query}`), {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          ...(isAgain && { maxAge: openIdLimits.authenticationAge }),
        });
        const claims = tokens.claims();
        if (!claims) throw new Error('no ID token');
        const key = readSubject(claims);
        const complete = async () => {
          if (!isIncomplete(claims) || !provider.serverMetadata().userinfo_endpoint)
            return readPerson(claims);
          // Many providers describe the user only there.
          return readPerson(claims, await client.fetchUserInfo(provider, tokens.access_token, claims.sub));
        };
        return {
          ...key,
          ...readPerson(claims),
          complete: () => orFailure(async () => ({ ...key, ...(await complete()) })),
        };
      });
    },

    check: async () => {
      await configuration();
    },
  };
}
