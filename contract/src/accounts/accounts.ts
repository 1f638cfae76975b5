import { z } from 'zod';
import { boundedText, Id } from 'contract/fields.ts';
import { accountLimits, accountMessages } from './accounts.constants.ts';
import { message, saved } from 'contract/responses.ts';
import { empty, json, route } from 'contract/route.ts';
import { InvitationToken } from 'contract/invitations/invitations.ts';
import { Email, Identifier } from './email.ts';
import {
  secondFactorProof,
  SecondFactorToken,
  withCompleteProof,
} from 'contract/second-factors/second-factor-login.ts';
import { refusedAccounts, signInResponse } from './signed-in.ts';
import { durationTexts } from 'contract/durations.ts';

export {
  getPasskeyLoginOptions,
  loginPasskey,
  loginSecondFactor,
} from 'contract/second-factors/second-factor-login.ts';
export { SessionUser } from './signed-in.ts';

const usernameWith = (missing: string) =>
  boundedText(accountLimits.usernameMaxLength, missing)
    .min(accountLimits.usernameMinLength, `Must have at least ${accountLimits.usernameMinLength} characters.`)
    .regex(/^[A-Za-z0-9._-]*$/, 'Use letters, digits, dots, underscores and hyphens only.')
    .describe('Unique without regard to letter case.');

export const Username = usernameWith(accountMessages.usernameRequired);

/** That of an account which has one: its field is called Username, and not IDENTIFIER. */
export const ChangedUsername = usernameWith(accountMessages.usernameMissing);

const passwordTooLong = `Must have at most ${accountLimits.passwordMaxLength} characters.`;

/**
 * NFKC, so that the same password typed on two keyboards is equal (NIST SP 800-63B, 3.1.1.2).
 * Normalization can lengthen a text, so the length is checked before and after it.
 */
const normalizedPassword = (missing: string) =>
  boundedText(2 * accountLimits.passwordMaxLength, missing, passwordTooLong).transform((password) =>
    password.normalize('NFKC'),
  );

const characters = (text: string) => Array.from(text).length;

export const NewPassword = normalizedPassword(accountMessages.passwordRequired)
  .refine(
    (password) => characters(password) >= accountLimits.passwordMinLength,
    accountMessages.passwordTooShort,
  )
  .refine((password) => characters(password) <= accountLimits.passwordMaxLength, passwordTooLong)
  .describe(
    `May contain any Unicode characters. As a whole, in any letter case, it must not be a common password, the username, the email address, the part of the email address before the @, or the product’s name. Staff need at least ${accountLimits.staffPasswordMinLength} characters.`,
  );

/** Used to check a password, so only its size is validated. */
export const CurrentPassword = normalizedPassword(accountMessages.passwordRequired);

/** Any text is accepted: a malformed link is an invalid link, not a missing page. */
export const LinkPath = z.object({ uid: z.string(), token: z.string() });

export const RegisterUserBody = z
  .strictObject({
    username: Username,
    email: Email,
    password: NewPassword,
    // Only checked for equality: every other fault is reported once, at `password`.
    confirm_password: z
      .string(accountMessages.passwordMismatch)
      .max(2 * accountLimits.passwordMaxLength, passwordTooLong)
      .transform((password) => password.normalize('NFKC')),
    invitation: InvitationToken.nullish(),
  })
  .refine((body) => body.password === body.confirm_password, {
    path: ['confirm_password'],
    message: accountMessages.passwordMismatch,
    when: ({ issues }) => !issues.some(({ path }) => path?.[0] === 'confirm_password'),
  })
  .meta({ id: 'RegisterUser' });

export const registerUser = route('registerUser', {
  summary: 'Register',
  description: `Creates an unverified account and sends a verification link that is valid for ${durationTexts.verification}. While registration is closed, it needs an \`invitation\`.`,
  body: RegisterUserBody,
  bodyTypes: ['json', 'multipart'],
  nullableFields: ['invitation'],
  bodyExample: {
    username: 'ada',
    email: 'ada@example.org',
    password: 'correct horse battery',
    confirm_password: 'correct horse battery',
  },
  responses: {
    201: saved('user', z.object({ id: Id, username: z.string(), email: z.string() }), {
      msg: accountMessages.registrationSuccessful,
      example: { id: '01930a4e-7c00-7000-8000-000000000001', username: 'ada', email: 'ada@example.org' },
      description: 'The account was created and the verification email will be sent.',
    }),
  },
  errors: ['conflict', 'registration_closed', 'invalid_invitation'],
  rateLimit: { max: 60, windowSeconds: 3_600 },
});

export const verifyEmail = route('verifyEmail', {
  summary: 'Verify an email address',
  description:
    'Verifies the email address that a verification link was sent to. The link gives the same response until it expires. A link that confirms a changed email address works only while its account is signed in. A call that authenticates with cookies must send the `X-CSRFToken` header.',
  params: LinkPath,
  response: message(accountMessages.emailVerified, 'Verified.'),
  errors: ['invalid_link', 'sign_in_required', 'csrf_failed', 'conflict'],
  rateLimit: { max: 120, windowSeconds: 3_600 },
  headHasNoEffect: true,
});

export const resendVerificationEmail = route('resendVerificationEmail', {
  summary: 'Send the verification email again',
  description: 'Sets the email address of the unverified account to `new_email`. Earlier links stop working.',
  body: z.strictObject({
    username: Identifier,
    password: CurrentPassword,
    new_email: Email,
  }),
  bodyExample: { username: 'ada', password: 'correct horse battery', new_email: 'ada@example.org' },
  response: message(accountMessages.verificationEmailSent, 'The verification email will be sent.'),
  errors: ['invalid_credentials', 'conflict', 'account_disabled', 'too_many_requests'],
  rateLimit: { max: 30, windowSeconds: 3_600 },
});

export const requestPasswordReset = route('requestPasswordReset', {
  summary: 'Request a password reset link',
  description: 'Gives the same response, in the same time, whether or not the account exists.',
  body: z.strictObject({ email: Email }),
  bodyExample: { email: 'ada@example.org' },
  response: message(accountMessages.resetLinkSent, 'If the account exists, a link will be sent.'),
  rateLimit: { max: 30, windowSeconds: 3_600 },
});

export const resetPassword = route('resetPassword', {
  summary: 'Request a temporary password with a reset link',
  description: `Sends a temporary password by email. It is valid for ${durationTexts.temporaryPassword}, and the current password works as well. The same link gives the same response again and sends no second email.`,
  params: LinkPath,
  response: message(accountMessages.temporaryPasswordSent, 'The temporary password will be sent.'),
  errors: ['invalid_link'],
  rateLimit: { max: 60, windowSeconds: 3_600 },
});

export const login = route('login', {
  summary: 'Sign in',
  description: `Signs in with a username or email address, in any letter case. For a user with a second factor, \`second_factor\` contains a token for \`loginSecondFactor\` that is valid for ${durationTexts.secondFactorToken}. \`device\` is a signed token. Send it back as \`X-Device-Token\`, so that failed sign-ins from other devices do not lock this device out. A call that sends the value of the \`csrftoken\` cookie as \`X-CSRFToken\` also receives \`access_token\` and \`refresh_token\` as cookies.`,
  body: z.strictObject({
    username_or_email: Identifier,
    password: CurrentPassword,
  }),
  bodyExample: { username_or_email: 'ada', password: 'correct horse battery' },
  response: signInResponse,
  errors: ['invalid_credentials', ...refusedAccounts, 'too_many_requests'],
  rateLimit: { max: 60, windowSeconds: 60 },
});

/** Accepts any text, so that a malformed token does not prevent signing out. */
const PresentedToken = z.string('Must be text.').nullish();

export const refreshAccessToken = route('refreshAccessToken', {
  summary: 'Get a new access token',
  description:
    'Needs the refresh token of a valid session, or its cookie. The refresh token does not change.',
  body: z.strictObject({ refresh: PresentedToken }).optional(),
  bodyExample: { refresh: 'cmVmcmVzaC10b2tlbg' },
  response: json(
    z.object({ access: z.string() }),
    { access: 'eyJhbGciOiJIUzI1NiJ9.e30.c2ln' },
    'A new access token.',
  ),
  errors: ['not_authenticated', 'token_not_valid', 'too_many_requests'],
});

export const reauthenticate = route('reauthenticate', {
  summary: 'Authenticate again',
  description: `Takes the password. A user with a second factor presents the second factor instead; for a passkey, with the token and options of \`getPasskeyLoginOptions\`. Afterwards the session may use operations that require a recent sign-in for ${durationTexts.recentSignIn}.`,
  body: withCompleteProof(
    z
      .strictObject({
        current_password: CurrentPassword.optional(),
        ...secondFactorProof,
        method: secondFactorProof.method.optional(),
        token: SecondFactorToken.optional(),
      })
      .refine(({ current_password, method }) => current_password !== undefined || method !== undefined, {
        path: ['current_password'],
        message: accountMessages.currentPasswordNeeded,
      }),
  ).meta({ id: 'Reauthenticate' }),
  bodyExample: { current_password: 'correct horse battery' },
  response: message(accountMessages.reauthenticated, 'The session counts as recently authenticated.'),
  errors: [
    'invalid_credentials',
    'invalid_code',
    'second_factor_required',
    'use_provider',
    'too_many_requests',
  ],
  rateLimit: { max: 60, windowSeconds: 60 },
});

export const logout = route('logout', {
  summary: 'Sign out',
  description:
    'Ends the session of the refresh token, or of its cookie. Also succeeds if the session has already ended.',
  body: z.strictObject({ refresh_token: PresentedToken }).optional(),
  bodyExample: { refresh_token: 'cmVmcmVzaC10b2tlbg' },
  responses: { 204: empty('Signed out.') },
  rateLimit: { max: 120, windowSeconds: 60 },
});
