import { z } from 'zod';
import { LinkPath } from 'contract/accounts/accounts.ts';
import { Id, IdPath, Timestamp, visibleLine, storedKind } from 'contract/fields.ts';
import {
  exampleAttestation,
  exampleCreationOptions,
  PasskeyAttestation,
  PasskeyCreationOptions,
} from './passkeys.ts';
import { message } from 'contract/responses.ts';
import { empty, json, route } from 'contract/route.ts';
import { SecondFactorCode, SecondFactorToken } from './second-factor-login.ts';
import { secondFactorLimits, secondFactorMessages } from './second-factors.constants.ts';
import { durationTexts } from 'contract/durations.ts';
import { UserIdPath } from 'contract/users/user.ts';

const FactorName = visibleLine(secondFactorLimits.nameMaxLength, 'Give it a name.');

export const SecondFactor = z
  .object({
    id: Id,
    method: storedKind(['totp', 'passkey']),
    name: z.string(),
    created_at: Timestamp,
    last_used_at: Timestamp.nullable(),
  })
  .meta({ id: 'SecondFactor' });
export type SecondFactor = z.infer<typeof SecondFactor>;

const exampleId = '01930a4e-7c00-7000-8000-000000000021';
const exampleCodes = Array.from(
  { length: secondFactorLimits.recoveryCodes },
  (_, index) => `7k2m-9x4q-hv3w-t5n${index}`,
);

/** The server stores only hashes. */
const RecoveryCodes = z.array(z.string()).describe('Returned only in this response. Each code works once.');
const changeRateLimit = { max: 60, windowSeconds: 60 } as const;

export const listSecondFactors = route('listSecondFactors', {
  summary: 'List the user’s second factors',
  response: json(
    z.object({ data: z.array(SecondFactor), recovery_codes_left: z.int() }),
    {
      data: [
        {
          id: exampleId,
          method: 'totp',
          name: 'Phone',
          created_at: '2026-01-31T02:03:04.567Z',
          last_used_at: null,
        },
      ],
      recovery_codes_left: 10,
    },
    'The oldest first.',
  ),
});

export const addTotp = route('addTotp', {
  summary: 'Begin to add a TOTP generator',
  description: `The generator becomes a second factor when its first code is confirmed within ${durationTexts.enrolment}.`,
  body: z.strictObject({ name: FactorName }).meta({ id: 'AddTotp' }),
  bodyExample: { name: 'Phone' },
  responses: {
    201: json(
      z.object({ id: Id, secret: z.string(), otpauth_url: z.string() }),
      {
        id: exampleId,
        secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
        otpauth_url: 'otpauth://totp/Declassified:ada?issuer=Declassified&secret=JBSWY3DPEHPK3PXP',
      },
      'The secret in base 32, and the URL for a QR code. Returned only in this response.',
    ),
  },
  errors: ['conflict'],
  rateLimit: changeRateLimit,
});

const AddedResponse = z
  .object({
    msg: z.string(),
    recovery_codes: RecoveryCodes.nullable().describe(
      'The recovery codes for the first second factor, otherwise null.',
    ),
  })
  .meta({ id: 'SecondFactorAdded' });
const exampleAdded = { msg: secondFactorMessages.added, recovery_codes: exampleCodes };

export const confirmTotp = route('confirmTotp', {
  summary: 'Add a TOTP generator',
  description:
    'Takes the first code of the generator. The session then counts as authenticated with a second factor.',
  body: z.strictObject({ id: Id, code: SecondFactorCode }).meta({ id: 'ConfirmTotp' }),
  bodyExample: { id: exampleId, code: '123 456' },
  response: json(AddedResponse, exampleAdded, 'Added.'),
  errors: ['invalid_code', 'not_found'],
  rateLimit: changeRateLimit,
});

export const getPasskeyOptions = route('getPasskeyOptions', {
  summary: 'Begin to add a passkey',
  description: 'Returns 404 if the server is reached by an IP address.',
  response: json(
    z.object({ token: z.string(), options: PasskeyCreationOptions }),
    { token: 'c2VhbGVk', options: exampleCreationOptions },
    'The options for `navigator.credentials.create`. Send the token back with the credential.',
  ),
  errors: ['not_found', 'conflict'],
  rateLimit: changeRateLimit,
});

export const addPasskey = route('addPasskey', {
  summary: 'Add a passkey',
  description: 'The session then counts as authenticated with a second factor.',
  body: z
    .strictObject({ token: SecondFactorToken, name: FactorName, credential: PasskeyAttestation })
    .meta({ id: 'AddPasskey' }),
  bodyExample: { token: 'c2VhbGVk', name: 'Key ring', credential: exampleAttestation },
  responses: { 201: json(AddedResponse, exampleAdded, 'Added.') },
  errors: ['invalid_code', 'conflict', 'not_found'],
  rateLimit: changeRateLimit,
});

export const deleteSecondFactor = route('deleteSecondFactor', {
  summary: 'Remove a second factor',
  description: 'Removing the last second factor also deletes the recovery codes.',
  params: IdPath,
  responses: { 204: empty('Removed.') },
  errors: ['conflict'],
  rateLimit: changeRateLimit,
});

export const makeRecoveryCodes = route('makeRecoveryCodes', {
  summary: 'Make new recovery codes',
  description: 'Earlier recovery codes stop working. Returns 409 for a user without a second factor.',
  response: json(z.object({ recovery_codes: RecoveryCodes }), { recovery_codes: exampleCodes }),
  errors: ['conflict'],
  rateLimit: changeRateLimit,
});

export const disownSecondFactor = route('disownSecondFactor', {
  summary: 'Remove a second factor or a linked identity that the user did not add',
  description: `Follows the link in the email about the new second factor or identity. The link works once, for ${durationTexts.notMe}. It also removes the second factors, recovery codes, identities, API tokens and known devices that were added since and in the week before, ends all sessions and the password, and sends a password reset link. If the email address of the account was changed since, the one that the link was sent to is restored, and a requested deletion is cancelled. If older ones remain, a notification asks the user to check them.`,
  params: LinkPath,
  response: message(
    `${secondFactorMessages.disowned.removed} ${secondFactorMessages.disowned.mailed}`,
    'Removed.',
  ),
  errors: ['invalid_link', 'conflict'],
  rateLimit: { max: 60, windowSeconds: 3_600 },
});

export const resetSecondFactor = route('resetSecondFactor', {
  summary: 'Remove a user’s second factors',
  description:
    'Restores access for a user who has lost all second factors. Staff may do this for plain users, superusers for every user. The user is informed by email.',
  params: UserIdPath,
  response: message(secondFactorMessages.reset, 'The second factors and the recovery codes are removed.'),
});
