import type { ClientAuth, Configuration } from 'openid-client';
import { openIdLimits } from 'contract/identities/identities.constants.ts';
import { Email } from 'contract/accounts/email.ts';
import { invisibleCharacter } from 'contract/fields.ts';
import { z } from 'zod';
import type { OpenIdConfig } from '#platform/config/config.ts';
import { failureOf, mayBeOutdated, ProviderError, wrongIssuer } from './failures.ts';

/** What the database cannot store, or no reader can see. */
const invisible = /[\p{Cc}\p{Cs}]/u;
const isVisible = (text: string) => !invisible.test(text);

const maxSubjectCharacters = 255;
const maxNameCharacters = 200;

const IdentityClaims = z.object({
  iss: z.url(),
  // The key of the identity: one that could be that of another person is refused.
  sub: z
    .string()
    .max(maxSubjectCharacters)
    .refine((sub) => sub.trim() !== '' && !invisibleCharacter.test(sub) && !/\p{Cs}/u.test(sub)),
});

/** Providers leave out what they do not know, or send null. What has another form is as good as absent. */
const optionalText = z.string().refine(isVisible).optional().catch(undefined);
const PersonClaims = z.object({
  email: optionalText,
  // A statement in another form proves nothing.
  email_verified: z
    .union([z.literal(true), z.literal('true').transform(() => true)])
    .nullish()
    .catch(false),
  name: optionalText,
});

interface Person {
  /** Null unless the provider names a valid one. */
  email: string | null;
  isEmailVerified: boolean;
  name: string | null;
}

/** The key of an identity. Throws for claims that cannot be one. */
function readSubject(claims: object): { issuer: string; subject: string } {
  const { iss, sub } = IdentityClaims.parse(claims);
  return { issuer: iss, subject: sub };
}

/** What the ID token and the response of the userinfo endpoint say together. */
function readPerson(...sources: object[]): Person {
  const parsed = sources.map(readClaims);
  const email = parsed.findLast((source) => source.email !== undefined)?.email;
  const name = parsed.findLast((source) => source.name !== undefined)?.name;
  // The statement about another address does not count.
  const isVerified = parsed
    .filter((source) => source.email === undefined || source.email === email)
    .flatMap(({ email_verified }) => email_verified ?? []);
  return {
    email: Email.safeParse(email).data ?? null,
    isEmailVerified: isVerified.length > 0 && isVerified.every(Boolean),
    name: name?.slice(0, maxNameCharacters) ?? null,
  };
}

/** Whether the userinfo endpoint is needed, which not every provider has in a form that can be read. A name is optional. */
function isIncomplete(claims: object): boolean {
  const { email, email_verified } = readClaims(claims);
  return email === undefined || email_verified === undefined;
}

function readClaims(source: { email?: unknown }) {
  const { email, email_verified, name } = PersonClaims.parse(source);
  // A statement about an address that cannot be read is about no other.
  const isAboutNone = email === undefined && (source.email ?? undefined) !== undefined;
  return { email, name, email_verified: isAboutNone ? undefined : (email_verified ?? undefined) };
}

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
