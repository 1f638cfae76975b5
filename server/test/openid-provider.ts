import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { callbackPath } from '#auth/openid/provider.ts';

export interface ProviderAccount {
  sub: string;
  email?: string;
  email_verified?: boolean;
  name?: string;
}

type Claims = Record<string, unknown>;

/** The status, or a response of another form. */
export type ProviderFault = number | { status: number; type: string; body: string; isCut?: boolean };

export interface TestProvider {
  issuer: string;
  environment: NodeJS.ProcessEnv;
  /** Who signs in at the next interaction. Null declines. */
  account: ProviderAccount | null;
  /** Changes the claims of the next ID tokens, or signs them with a key that the provider does not publish. */
  tamper: { claims?: (claims: Claims) => Claims; isStrangeKey?: boolean } | null;
  /** The responses that fail, by path: `/token`, `/jwks`, `/me` or the discovery document. */
  faults: Record<string, ProviderFault>;
  /** The error with which the next interactions end. */
  refusal: string;
  /** The requests since the start. */
  requests: { path: string; authorization: string | undefined }[];
  stop: () => Promise<void>;
  start: () => Promise<void>;
}

/** Where browsers of the tests see the app. */
export const publicUrl = 'http://localhost:3999';

const newKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;

/** Signs with the same header. */
function signToken(token: string, claims: Claims, key: KeyObject): string {
  const text = `${token.split('.')[0]}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`;
  return `${text}.${createSign('RSA-SHA256').update(text).sign(key, 'base64url')}`;
}

const claimsOf = (token: string): Claims =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Claims;

function fail(response: ServerResponse, fault: ProviderFault): void {
  const { status, type, body, isCut } =
    typeof fault === 'number'
      ? { status: fault, type: 'text/plain', body: 'TEXT OF THE PROVIDER', isCut: false }
      : fault;
  response.writeHead(status, { 'content-type': type, 'content-length': body.length + (isCut ? 1 : 0) });
  response.write(body, () => (isCut ? response.destroy() : response.end()));
}

/** A real OpenID provider on a free port, without a screen: every interaction signs `account` in and consents. */
export async function startTestProvider(
  appUrl = publicUrl,
  clientAuthentication = 'client_secret_basic',
): Promise<TestProvider> {
  const { default: Provider } = await import('oidc-provider');
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port}`;
  const [key, strangeKey] = [newKey(), newKey()];
  const accounts = new Map<string, ProviderAccount>();
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'declassified',
        client_secret: 'the secret of the client',
        redirect_uris: [appUrl + callbackPath],
        grant_types: ['authorization_code'],
        response_types: ['code'],
        token_endpoint_auth_method: clientAuthentication,
      },
    ],
    jwks: { keys: [{ ...key.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'one' }] },
    clientAuthMethods: [clientAuthentication],
    cookies: { keys: ['cookies of the provider'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_ctx: unknown, id: string) => ({ accountId: id, claims: () => accounts.get(id) }),
    ttl: { AccessToken: 60, AuthorizationCode: 60, IdToken: 60, Interaction: 60, Session: 600, Grant: 600 },
  });
  provider.use(async (ctx, next) => {
    await next();
    const token = ctx.body?.id_token;
    if (ctx.path !== '/token' || !ctx.body || !token || !self.tamper) return;
    const { claims = (same: Claims) => same, isStrangeKey } = self.tamper;
    ctx.body.id_token = signToken(token, claims(claimsOf(token)), isStrangeKey ? strangeKey : key);
  });
  const answer = provider.callback();
  server.on('request', (request, response) => {
    const path = request.url?.split('?')[0] ?? '';
    self.requests.push({ path, authorization: request.headers.authorization });
    const fault = self.faults[path];
    if (fault !== undefined) return fail(response, fault);
    if (!request.url?.startsWith('/interaction/')) return answer(request, response);
    return void finish(request, response);
  });

  async function finish(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { params, prompt } = await provider.interactionDetails(request, response);
    const { account } = self;
    if (!account) {
      const refusal = { error: self.refusal, error_description: 'TEXT OF THE PROVIDER' };
      return provider.interactionFinished(request, response, refusal, { mergeWithLastSubmission: false });
    }
    accounts.set(account.sub, account);
    const grant = new provider.Grant({ accountId: account.sub, clientId: params.client_id });
    grant.addOIDCScope('openid email profile');
    const result = { login: { accountId: account.sub }, consent: { grantId: await grant.save() } };
    return provider.interactionFinished(request, response, result, {
      mergeWithLastSubmission: prompt.name === 'consent',
    });
  }

  const self: TestProvider = {
    issuer,
    environment: {
      PUBLIC_URL: appUrl,
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: 'declassified',
      OIDC_CLIENT_SECRET: 'the secret of the client',
      OIDC_NAME: 'Example ID',
    },
    account: null,
    tamper: null,
    faults: {},
    refusal: 'access_denied',
    requests: [],
    stop: () => closed(server),
    start: async () => {
      await once(server.listen(port, '127.0.0.1'), 'listening');
    },
  };
  return self;
}

async function closed(server: Server): Promise<void> {
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
}

/** A browser with cookies, which follows redirects between the app and the provider. */
export class TestBrowser {
  readonly #cookies = new Map<string, string>();
  readonly #appUrl: string;

  constructor(appUrl: string) {
    this.#appUrl = appUrl;
  }

  async request(url: string, init: RequestInit = {}): Promise<Response> {
    const { origin } = new URL(url);
    const headers = new Headers(init.headers);
    headers.set('cookie', this.cookiesOf(origin));
    const target = url.replace(publicUrl, this.#appUrl);
    const response = await fetch(target, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/expires=Thu, 01 Jan 1970/i.test(line)) this.#cookies.delete(`${origin} ${name}`);
      else this.#cookies.set(`${origin} ${name}`, value);
    }
    return response;
  }

  /** The names of the cookies of an origin. */
  cookieNames(origin: string): string[] {
    const prefix = `${origin} `;
    return [...this.#cookies.keys()].flatMap((name) =>
      name.startsWith(prefix) ? name.slice(prefix.length) : [],
    );
  }

  /** Another person may sign in at the provider then. */
  forget(origin: string): void {
    for (const name of this.#cookies.keys()) if (name.startsWith(`${origin} `)) this.#cookies.delete(name);
  }

  /** The header of a request to an origin. */
  cookiesOf(origin: string): string {
    return [...this.#cookies]
      .filter(([name]) => name.startsWith(`${origin} `))
      .map(([name, value]) => `${name.slice(origin.length + 1)}=${value}`)
      .join('; ');
  }

  /** Follows redirects until `isEnd` or a page of the app. Resolves to its path with the fragment. */
  async follow(url: string, isEnd: (url: string) => boolean = () => false): Promise<string> {
    for (let next = url, steps = 0; steps < 15; steps++) {
      if (isEnd(next)) return next;
      const response = await this.request(next);
      await response.arrayBuffer();
      const location = response.headers.get('location');
      if (location === null) throw new Error(`${next} does not redirect: ${response.status}`);
      next = new URL(location, next).href;
      const isPage = next.startsWith(publicUrl) && !next.startsWith(`${publicUrl}/api/`);
      if (isPage) return next.slice(publicUrl.length);
    }
    throw new Error('Too many redirects.');
  }

  async post(path: string, body: object, headers: Record<string, string> = {}) {
    const response = await this.request(publicUrl + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as Record<string, never> };
  }
}
