import { z } from 'zod';
import { boundedText } from 'contract/fields.ts';
import {
  exampleAssertion,
  exampleRequestOptions,
  PasskeyAssertion,
  PasskeyRequestOptions,
} from './passkeys.ts';
import { json, route } from 'contract/route.ts';
import {
  exampleSignedIn,
  type SecondFactorMethod,
  secondFactorMethods,
  SignedIn,
} from 'contract/accounts/signed-in.ts';
import { durationTexts } from 'contract/durations.ts';

/** Opaque. */
export const SecondFactorToken = boundedText(4_096);

/** As typed or pasted, with spaces. */
export const SecondFactorCode = boundedText(64);

/** `credential` belongs to the method `passkey`, `code` to the others. */
export const secondFactorProof = {
  method: z.enum(secondFactorMethods, `Must be one of ${secondFactorMethods.join(', ')}.`),
  code: SecondFactorCode.optional(),
  credential: PasskeyAssertion.optional(),
};

interface Proof {
  method?: SecondFactorMethod | undefined;
  token?: string | undefined;
  code?: string | undefined;
  credential?: PasskeyAssertion | undefined;
}

const missing = (field: keyof Proof) => ({ path: [field], message: 'Required.' });

/** Requires what belongs to the method. */
export const withWholeProof = <Schema extends z.ZodType<Proof>>(body: Schema): Schema =>
  body
    .refine(({ method, code }) => !method || method === 'passkey' || code !== undefined, missing('code'))
    .refine(({ method, credential }) => method !== 'passkey' || credential, missing('credential'))
    .refine(({ method, token }) => method !== 'passkey' || token !== undefined, missing('token'));

const signedIn = json(SignedIn, exampleSignedIn, 'Signed in.');

export const loginSecondFactor = route('loginSecondFactor', {
  summary: 'Finish a sign-in with the second factor',
  description: `With the token of the sign-in that asked for it, which works for ${durationTexts.secondFactorToken} and ends with a change of the password. A code may hold spaces.`,
  body: withWholeProof(z.strictObject({ token: SecondFactorToken, ...secondFactorProof })).meta({
    id: 'SecondFactorLogin',
  }),
  bodyExample: { token: 'c2VhbGVk', method: 'totp', code: '123 456' },
  responses: { 200: signedIn },
  errors: ['invalid_code', 'too_many_requests'],
  rateLimit: { max: 60, windowSeconds: 60 },
});

const PasskeyRequest = z
  .object({ token: z.string(), options: PasskeyRequestOptions })
  .meta({ id: 'PasskeyRequest' });

export const getPasskeyLoginOptions = route('getPasskeyLoginOptions', {
  summary: 'Ask for a passkey',
  description:
    'For a sign-in without a password, and for `reauthenticate`. A 404 where the server is reached by an IP address.',
  responses: {
    200: json(
      PasskeyRequest,
      { token: 'c2VhbGVk', options: exampleRequestOptions },
      'Options for `navigator.credentials.get`. The token goes back with the credential.',
    ),
  },
  errors: ['not_found'],
  rateLimit: { max: 120, windowSeconds: 60 },
});

export const loginPasskey = route('loginPasskey', {
  summary: 'Sign in with a passkey',
  description:
    'Both factors in one: the authenticator has verified its user. Not while the password has to be changed; and such a session changes the password with `current_password` only.',
  body: z
    .strictObject({ token: SecondFactorToken, credential: PasskeyAssertion })
    .meta({ id: 'PasskeyLogin' }),
  bodyExample: { token: 'c2VhbGVk', credential: exampleAssertion },
  responses: { 200: signedIn },
  errors: [
    'invalid_code',
    'account_not_verified',
    'account_disabled',
    'password_change_required',
    'not_found',
  ],
  rateLimit: { max: 60, windowSeconds: 60 },
});
