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
  refusedAccounts,
  exampleSignedIn,
  type SecondFactorMethod,
  secondFactorMethods,
  SignedIn,
} from 'contract/accounts/signed-in.ts';
import { durationTexts } from 'contract/durations.ts';

/** The token is opaque to clients, so only its length is validated. */
export const SecondFactorToken = boundedText(4_096);

/** The code as typed or pasted, with spaces. */
export const SecondFactorCode = boundedText(64);

/** The method `passkey` needs `credential`; the others need `code`. */
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

const missingField = (field: keyof Proof) => ({ path: [field], message: 'Required.' });

/** Requires the fields that the method needs. */
export const withCompleteProof = <Schema extends z.ZodType<Proof>>(body: Schema): Schema =>
  body
    .refine(({ method, code }) => !method || method === 'passkey' || code !== undefined, missingField('code'))
    .refine(({ method, credential }) => method !== 'passkey' || credential, missingField('credential'))
    .refine(({ method, token }) => method !== 'passkey' || token !== undefined, missingField('token'));

const signedInResponse = json(SignedIn, exampleSignedIn, 'Signed in.');

export const loginSecondFactor = route('loginSecondFactor', {
  summary: 'Finish a sign-in with the second factor',
  description: `Takes the token of the sign-in that required the second factor. The token is valid for ${durationTexts.secondFactorToken} and becomes invalid if the password changes. A code may contain spaces.`,
  body: withCompleteProof(z.strictObject({ token: SecondFactorToken, ...secondFactorProof })).meta({
    id: 'SecondFactorLogin',
  }),
  bodyExample: { token: 'c2VhbGVk', method: 'totp', code: '123 456' },
  response: signedInResponse,
  errors: ['invalid_code', 'too_many_requests'],
  rateLimit: { max: 60, windowSeconds: 60 },
});

const PasskeyRequest = z
  .object({ token: z.string(), options: PasskeyRequestOptions })
  .meta({ id: 'PasskeyRequest' });

export const getPasskeyLoginOptions = route('getPasskeyLoginOptions', {
  summary: 'Get the options of a passkey request',
  description:
    'For a sign-in without a password, and for `reauthenticate`. Returns 404 if the server is reached by an IP address.',
  response: json(
    PasskeyRequest,
    { token: 'c2VhbGVk', options: exampleRequestOptions },
    'The options for `navigator.credentials.get`. Send the token back with the credential.',
  ),
  errors: ['not_found'],
  rateLimit: { max: 120, windowSeconds: 60 },
});

export const loginPasskey = route('loginPasskey', {
  summary: 'Sign in with a passkey',
  description:
    'A passkey is both factors, because the authenticator has verified its user. Not possible while the password must be changed. In such a session, a change of the password requires `current_password`.',
  body: z
    .strictObject({ token: SecondFactorToken, credential: PasskeyAssertion })
    .meta({ id: 'PasskeyLogin' }),
  bodyExample: { token: 'c2VhbGVk', credential: exampleAssertion },
  response: signedInResponse,
  errors: ['invalid_code', ...refusedAccounts, 'password_change_required', 'not_found'],
  rateLimit: { max: 60, windowSeconds: 60 },
});
