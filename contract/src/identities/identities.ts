import { z } from 'zod';
import { Username } from 'contract/accounts/accounts.ts';
import { exampleSignedIn, refusedAccounts, SignedIn, signInResponse } from 'contract/accounts/signed-in.ts';
import { boundedText, Id, IdPath, Timestamp } from 'contract/fields.ts';
import { InvitationToken } from 'contract/invitations/invitations.ts';
import { message } from 'contract/responses.ts';
import { empty, json, route } from 'contract/route.ts';
import { identityMessages, openIdLimits } from './identities.constants.ts';

const perMinute = { max: 60, windowSeconds: 60 };

const redirects =
  'Without `OIDC_ISSUER` there is no such operation. Every failure leads to `/login?oidc=CODE`. A call that accepts only `application/json` gets the error instead.';

export const startOpenIdLogin = route('startOpenIdLogin', {
  summary: 'Go to the OpenID provider to sign in',
  description: `For the address bar of a browser: leads to the provider, and sets a cookie that binds the answer to the browser. ${redirects}`,
  responses: { 303: empty('Leads to the provider, or back to the sign-in with a code.') },
  errors: ['not_found'],
  rateLimit: perMinute,
});

export const finishOpenIdLogin = route('finishOpenIdLogin', {
  summary: 'Come back from the OpenID provider',
  description: `The redirect URI of the client at the provider. Leads to \`/login?oidc=done#code=…\`, whose code \`loginOpenId\` takes within ${openIdLimits.code} seconds, once, in the same browser. An attempt ends with its first call here, so that the limit of the starts applies. ${redirects}`,
  query: z.looseObject({}),
  responses: { 303: empty('Leads to the sign-in with a code.') },
  errors: ['not_found', 'invalid_code'],
  headHasNoEffect: true,
});

const Code = boundedText(4_000, identityMessages.over);

export const loginOpenId = route('loginOpenId', {
  summary: 'Sign in with the code of an OpenID sign-in',
  description: 'Responds like `login`. Needs the cookie of `finishOpenIdLogin`.',
  body: z.strictObject({ code: Code }),
  bodyExample: { code: 'Y29kZQ' },
  response: signInResponse,
  errors: [
    'not_found',
    'invalid_code',
    'invalid_credentials',
    ...refusedAccounts,
    'password_change_required',
  ],
  rateLimit: perMinute,
});

const urlOfProvider = json(
  z.object({ url: z.string() }),
  { url: 'https://accounts.example.org/auth' },
  'Where to go.',
);

export const startOpenIdRegistration = route('startOpenIdRegistration', {
  summary: 'Go to the OpenID provider to register with an invitation',
  description:
    'Like `startOpenIdLogin`, for a person with an invitation. The browser goes to `url`. The invitation is in the sealed cookie of this response, and `registerOpenId` takes it from there.',
  body: z.strictObject({ invitation: InvitationToken }),
  bodyExample: { invitation: '4fQ1zkyWwB5m0nJq1sT8u3vX6yZ9aC2dE5fG7hJ0kLm' },
  response: urlOfProvider,
  errors: ['not_found', 'invalid_invitation'],
  rateLimit: perMinute,
});

export const registerOpenId = route('registerOpenId', {
  summary: 'Register with an identity of the OpenID provider',
  description:
    'Takes the code of `/register?via=oidc#code=…`. The account has no password. If the provider has not verified the email address, the first call sends a code to it, also if another account has the address, and the second call, with `email_code`, creates the account.',
  body: z.strictObject({ code: Code, username: Username, email_code: boundedText(100).optional() }),
  bodyExample: { code: 'Y29kZQ', username: 'ada' },
  responses: {
    201: json(SignedIn, exampleSignedIn, 'The account was created, and the user is signed in.'),
    202: json(
      z.object({ msg: z.string(), email: z.string() }),
      { msg: identityMessages.emailCodeSent, email: 'ada@example.org' },
      'The email address has to be proven first. Nothing was created.',
    ),
  },
  errors: ['not_found', 'invalid_code', 'conflict', 'registration_closed', 'invalid_invitation'],
  rateLimit: { max: 60, windowSeconds: 3_600 },
});

const Identity = z
  .object({
    id: Id,
    issuer: z.string(),
    name: z.string().nullable(),
    email: z.string().nullable().describe('As the provider named it at the last use.'),
    linked_at: Timestamp,
    last_used_at: Timestamp.nullable(),
  })
  .meta({ id: 'Identity' });
export type Identity = z.infer<typeof Identity>;

export const listIdentities = route('listIdentities', {
  summary: 'List the linked identities',
  response: json(
    z.object({ data: z.array(Identity), has_password: z.boolean() }),
    {
      data: [
        {
          id: '01930a4e-7c00-7000-8000-000000000001',
          issuer: 'https://accounts.example.org',
          name: 'Ada Lovelace',
          email: 'ada@example.org',
          linked_at: '2026-11-27T10:00:00.000Z',
          last_used_at: null,
        },
      ],
      has_password: true,
    },
    'The identities of the caller, the oldest first, and whether the account also has a password.',
  ),
});

export const linkIdentity = route('linkIdentity', {
  summary: 'Link an identity of the OpenID provider',
  description:
    'The browser goes to `url`. It comes back to `/login?oidc=linked`, or with the code of a failure.',
  response: urlOfProvider,
  errors: ['not_found'],
  rateLimit: perMinute,
});

export const linkPendingIdentity = route('linkPendingIdentity', {
  summary: 'Link the identity of a sign-in that found an account with its email address',
  description:
    'Takes the code of `/login?oidc=link_required#code=…`, once, in the same browser. The account must have the email address that the provider has verified.',
  body: z.strictObject({ code: Code }),
  bodyExample: { code: 'Y29kZQ' },
  response: message(identityMessages.linked, 'Linked.'),
  errors: ['not_found', 'invalid_code', 'conflict'],
  rateLimit: perMinute,
});

export const deleteIdentity = route('deleteIdentity', {
  summary: 'Unlink an identity',
  description: 'The last way to sign in cannot be unlinked.',
  params: IdPath,
  response: message(identityMessages.unlinked, 'Unlinked.'),
  errors: ['conflict'],
});
