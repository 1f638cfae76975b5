/** Why the page `/login?oidc=CODE` is opened at the end of the way through the provider. */
export const openIdOutcomes = [
  'done',
  'register',
  'linked',
  'confirmed',
  'cancelled',
  'expired',
  'failed',
  'unavailable',
  'closed',
  'link_required',
] as const;
export type OpenIdOutcome = (typeof openIdOutcomes)[number];

/** In seconds. */
export const openIdLimits = {
  /** From the start until the browser is back from the provider. */
  flow: 10 * 60,
  /** The code in the URL after it. */
  code: 60,
  /** For the choice of a username, and for the sign-in that links an identity. */
  identity: 30 * 60,
  /** The age of an authentication at the provider that counts as recent. */
  authenticationAge: 60,
} as const;

export const identityMessages = {
  over: 'This sign-in has expired or was used already. Please start again.',
  lastWay: 'This is the last way to sign in to your account. Choose a password or add a passkey first.',
  unlinked: 'Account unlinked.',
  taken: 'This identity belongs to an account already. Sign in with it.',
  useProvider: 'Please confirm at your provider that it is you.',
  unavailable: 'The provider of your account cannot be reached at the moment. Please try again later.',
} as const;
