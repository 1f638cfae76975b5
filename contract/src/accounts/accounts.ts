import { z } from 'zod';
import { boundedText, Id } from 'contract/fields.ts';
import { accountLimits, accountMessages } from './accounts.constants.ts';
import { message, messageWith } from 'contract/responses.ts';
import { empty, json, route } from 'contract/route.ts';
import {
  secondFactorProof,
  SecondFactorToken,
  withWholeProof,
} from 'contract/second-factors/second-factor-login.ts';
import { exampleSignedIn, SecondFactorNeeded, SignedIn } from './signed-in.ts';
import { durationTexts } from 'contract/durations.ts';

export {
  getPasskeyLoginOptions,
  loginPasskey,
  loginSecondFactor,
} from 'contract/second-factors/second-factor-login.ts';
export { SessionUser } from './signed-in.ts';

export const Username = boundedText(accountLimits.usernameMaxLength, accountMessages.usernameRequired)
  .min(accountLimits.usernameMinLength, `Must have at least ${accountLimits.usernameMinLength} characters.`)
  .regex(/^[A-Za-z0-9._-]*$/, 'Use letters, digits, dots, underscores and hyphens only.')
  .meta({ description: 'Unique without regard to letter case.' });

export const Email = boundedText(accountLimits.emailMaxLength, accountMessages.emailRequired)
  .pipe(z.email(accountMessages.emailInvalid))
  .meta({ description: 'Unique without regard to letter case.' });

/**
 * NFKC, so that one password typed on two keyboards stays one (NIST SP 800-63B, 3.1.1.2).
 * Normalization can lengthen a text, so its length is checked before and after.
 */
const normalizedPassword = (missing: string) =>
  boundedText(2 * accountLimits.passwordMaxLength, missing).transform((given) => given.normalize('NFKC'));

const characters = (given: string) => Array.from(given).length;

export const NewPassword = normalizedPassword(accountMessages.passwordRequired)
  .refine((given) => characters(given) >= accountLimits.passwordMinLength, accountMessages.passwordTooShort)
  .refine(
    (given) => characters(given) <= accountLimits.passwordMaxLength,
    `Must have at most ${accountLimits.passwordMaxLength} characters.`,
  )
  .meta({
    description: `Any Unicode; as a whole and in any letter case neither a common password, the username, the e-mail, its local part nor the product’s name. Staff: at least ${accountLimits.staffPasswordMinLength} characters.`,
  });

/** For checking a password: only its size is validated. */
export const CurrentPassword = normalizedPassword(accountMessages.passwordRequired);

/** Any text is accepted: a malformed link is an invalid link, not a missing page. */
export const LinkPath = z.object({ uid: z.string(), token: z.string() });

export const RegisterUserBody = z
  .strictObject({
    username: Username,
    email: Email,
    password: NewPassword,
    // Only checked for equality: every other fault is reported once, for `password`.
    confirm_password: z
      .string(accountMessages.passwordMismatch)
      .max(2 * accountLimits.passwordMaxLength, accountMessages.passwordMismatch)
      .transform((given) => given.normalize('NFKC')),
  })
  .refine((body) => body.password === body.confirm_password, {
    path: ['confirm_password'],
    message: accountMessages.passwordMismatch,
    when: ({ issues }) => !issues.some(({ path }) => path?.[0] === 'confirm_password'),
  })
  .meta({ id: 'RegisterUser' });

const registered = messageWith('user', z.object({ id: Id, username: z.string(), email: z.string() }));

export const registerUser = route('registerUser', {
  summary: 'Register',
  description: `Makes an unverified account and sends a verification link that works for ${durationTexts.verification}.`,
  body: RegisterUserBody,
  bodyTypes: ['json', 'multipart'],
  bodyExample: {
    username: 'ada',
    email: 'ada@example.org',
    password: 'correct horse battery',
    confirm_password: 'correct horse battery',
  },
  responses: {
    201: registered(
      accountMessages.registrationSuccessful,
      { id: '01930a4e-7c00-7000-8000-000000000001', username: 'ada', email: 'ada@example.org' },
      'Registered; the verification e-mail is on its way.',
    ),
  },
  errors: ['conflict', 'registration_closed'],
  rateLimit: { max: 60, windowSeconds: 3_600 },
});

export const verifyEmail = route('verifyEmail', {
  summary: 'Verify an e-mail address',
  description:
    'Follows a verification link. The same link answers the same until it expires. One that confirms a changed address works while its account is signed in, with cookies only beside `X-CSRFToken`.',
  params: LinkPath,
  responses: { 200: message(accountMessages.emailVerified, 'Verified.') },
  errors: ['invalid_link', 'sign_in_required', 'csrf_failed', 'conflict'],
  rateLimit: { max: 120, windowSeconds: 3_600 },
  headHasNoEffect: true,
});

export const resendVerificationEmail = route('resendVerificationEmail', {
  summary: 'Send the verification e-mail again',
  description: 'The address of the unverified account becomes `new_email`; older links die.',
  body: z.strictObject({
    username: boundedText(accountLimits.emailMaxLength, accountMessages.usernameRequired),
    password: CurrentPassword,
    new_email: Email,
  }),
  bodyExample: { username: 'ada', password: 'correct horse battery', new_email: 'ada@example.org' },
  responses: { 200: message(accountMessages.verificationEmailSent, 'On its way.') },
  errors: ['invalid_credentials', 'conflict', 'account_disabled', 'too_many_requests'],
  rateLimit: { max: 30, windowSeconds: 3_600 },
});

export const requestPasswordReset = route('requestPasswordReset', {
  summary: 'Ask for a password reset link',
  description: 'Answers the same, in the same time, whether or not the account exists.',
  body: z.strictObject({ email: Email }),
  bodyExample: { email: 'ada@example.org' },
  responses: { 200: message(accountMessages.resetLinkSent, 'If the account exists, a link is on its way.') },
  rateLimit: { max: 30, windowSeconds: 3_600 },
});

export const resetPassword = route('resetPassword', {
  summary: 'Follow a password reset link',
  description: `Sends a temporary password that works for ${durationTexts.temporaryPassword} beside the old one. The same link answers the same and sends no second e-mail.`,
  params: LinkPath,
  responses: { 200: message(accountMessages.temporaryPasswordSent, 'On its way.') },
  errors: ['invalid_link'],
  rateLimit: { max: 60, windowSeconds: 3_600 },
});

export const login = route('login', {
  summary: 'Sign in',
  description: `By username or e-mail, in any letter case. A user with a second factor is asked for it: \`second_factor\` then holds a token for \`loginSecondFactor\` that works for ${durationTexts.secondFactorToken}. \`device\` is a signed token: sent back as \`X-Device-Token\`, it keeps strangers from locking this device out. A call that carries the \`csrftoken\` cookie back as \`X-CSRFToken\` also gets \`access_token\` and \`refresh_token\` as cookies.`,
  body: z.strictObject({
    username_or_email: boundedText(accountLimits.emailMaxLength, accountMessages.usernameRequired),
    password: CurrentPassword,
  }),
  bodyExample: { username_or_email: 'ada', password: 'correct horse battery' },
  responses: {
    200: json(z.union([SignedIn, SecondFactorNeeded]), exampleSignedIn, 'Signed in, or asked for more.'),
  },
  errors: ['invalid_credentials', 'account_not_verified', 'account_disabled', 'too_many_requests'],
  rateLimit: { max: 60, windowSeconds: 60 },
});

/** Any text is accepted: nobody is kept from signing out by a malformed token. */
const ShownToken = z.string('Must be text.').nullish();

export const refreshAccessToken = route('refreshAccessToken', {
  summary: 'Get a new access token',
  description: 'With the refresh token of a living session, or its cookie. The refresh token stays the same.',
  body: z.strictObject({ refresh: ShownToken }).optional(),
  bodyExample: { refresh: 'cmVmcmVzaC10b2tlbg' },
  responses: {
    200: json(z.object({ access: z.string() }), { access: 'eyJhbGciOiJIUzI1NiJ9.e30.c2ln' }, 'Refreshed.'),
  },
  errors: ['not_authenticated', 'token_not_valid', 'too_many_requests'],
});

export const reauthenticate = route('reauthenticate', {
  summary: 'Show once more who one is',
  description: `With the password; a user with a second factor shows that instead, a passkey with the token and options of \`getPasskeyLoginOptions\`. After it the session may do for ${durationTexts.recentSignIn} what asks for a recent sign-in.`,
  body: withWholeProof(
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
  responses: { 200: message(accountMessages.reauthenticated, 'The session counts as recent.') },
  errors: ['invalid_credentials', 'invalid_code', 'second_factor_required', 'too_many_requests'],
  rateLimit: { max: 60, windowSeconds: 60 },
});

export const logout = route('logout', {
  summary: 'Sign out',
  description:
    'Ends the session of the refresh token, or of its cookie; also answers for one that is dead already.',
  body: z.strictObject({ refresh_token: ShownToken }).optional(),
  bodyExample: { refresh_token: 'cmVmcmVzaC10b2tlbg' },
  responses: { 204: empty('Signed out.') },
  rateLimit: { max: 120, windowSeconds: 60 },
});
