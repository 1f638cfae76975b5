import { z } from 'zod';
import { Id } from 'contract/fields.ts';
import { json } from 'contract/route.ts';
import { PasskeyRequestOptions } from 'contract/second-factors/passkeys.ts';

export const SessionUser = z
  .object({
    id: Id,
    username: z.string(),
    email: z.string(),
    is_superuser: z.boolean(),
    is_staff: z.boolean(),
  })
  .meta({ id: 'SessionUser' });

export type SessionUser = z.infer<typeof SessionUser>;

export const SignedIn = z
  .object({
    msg: z.string(),
    access: z.string(),
    refresh: z.string(),
    device: z.string(),
    user: SessionUser,
  })
  .meta({ id: 'SignedIn' });
export type SignedIn = z.infer<typeof SignedIn>;

/** The refusals of a sign-in whose proof is right. */
export const refusedAccounts = ['account_not_verified', 'account_disabled', 'account_suspended'] as const;

export const exampleSignedIn = {
  msg: 'Welcome back ada',
  access: 'eyJhbGciOiJIUzI1NiJ9.e30.c2ln',
  refresh: 'cmVmcmVzaC10b2tlbg',
  device: 'ZGV2aWNl.c2ln',
  user: {
    id: '01930a4e-7c00-7000-8000-000000000001',
    username: 'ada',
    email: 'ada@example.org',
    is_superuser: false,
    is_staff: false,
  },
} as const;

export const secondFactorMethods = ['totp', 'passkey', 'recovery_code'] as const;
export type SecondFactorMethod = (typeof secondFactorMethods)[number];

/** The response to the correct password of a user with a second factor. No session exists yet. */
export const SecondFactorNeeded = z
  .object({
    msg: z.string(),
    second_factor: z.object({
      token: z.string(),
      methods: z.array(z.enum(secondFactorMethods)),
      passkey_options: PasskeyRequestOptions.nullable(),
    }),
  })
  .meta({
    id: 'SecondFactorNeeded',
    description: 'The response for a user with a second factor. No session exists yet.',
  });
export type SecondFactorNeeded = z.infer<typeof SecondFactorNeeded>;

export const signInResponse = json(
  z.union([SignedIn, SecondFactorNeeded]),
  exampleSignedIn,
  'The user is signed in, or has to verify a second factor.',
);
