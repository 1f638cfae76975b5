/** Why the page `/login?oidc=CODE` is opened at the end of the way through the provider. */
const openIdOutcomes = [
  'done',
  'register',
  'linked',
  'confirmed',
  'cancelled',
  'expired',
  'failed',
  'unavailable',
  'too_many',
  'closed',
  'link_required',
  'deleting',
  'no_address',
] as const;
export type OpenIdOutcome = (typeof openIdOutcomes)[number];

/** In seconds. */
export const openIdLimits = {
  /** From the start until the browser is back from the provider. */
  flow: 10 * 60,
  /** The code in the URL after it. */
  code: 60,
  /** For the choice of a username, and for the code in the email if the provider has not verified the address. */
  identity: 30 * 60,
  /** For the sign-in to the account that an identity with its email address is linked to. */
  link: 10 * 60,
  /** A browser can be on its way through the provider in as many tabs. */
  attempts: 5,
  /** The age of an authentication at the provider that counts as recent. */
  authenticationAge: 60,
} as const;

export const identityMessages = {
  over: 'This sign-in has expired or was used already. Please start again.',
  lastWay:
    'This is the last way to sign in to your account. Choose a password, add a passkey or link an account first.',
  linked: 'Account linked.',
  unlinked: 'Account unlinked.',
  otherAddress:
    'You are signed in to an account with another email address. You can link the account of the provider in your profile.',
  emailCodeSent: 'We sent a code to your email address. Enter it to finish the registration.',
  emailCodeWrong: 'This is not the code of our latest email.',
  taken: 'This identity belongs to an account already. Sign in with it.',
  useProvider: 'Please confirm at your provider that it is you.',
  unavailable: 'The provider of your account cannot be reached at the moment. Please try again later.',
} as const;
