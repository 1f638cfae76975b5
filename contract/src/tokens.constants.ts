/** What a token for programs may be made for. */
export const tokenScopes = [
  'read:profile',
  'read:friends',
  'write:friends',
  'read:calculations',
  'write:calculations',
  'read:records',
  'read:users',
  'read:reports',
] as const;

export type TokenScope = (typeof tokenScopes)[number];

export const tokenLimits = {
  nameMaxLength: 80,
  maxDays: 366,
  /** Tokens that one user has at a time. */
  perUser: 50,
  /** A mail says so this long before a token ends. */
  noticeDays: 7,
} as const;

export const tokenMessages = {
  tokenCreated: 'Token made. Copy it now: it is not shown again.',
  tokenDeleted: 'Token revoked.',
  insufficientScope: 'The token was not made for this.',
} as const;
