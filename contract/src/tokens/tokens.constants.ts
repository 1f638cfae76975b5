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
  perUser: 50,
  /** An email announces this long in advance that a token will expire. */
  noticeDays: 7,
} as const;

export const tokenMessages = {
  tokenCreated: 'Token created. Copy it now, because it will not be shown again.',
  tokenDeleted: 'Token revoked.',
  insufficientScope: 'The token does not have the scope for this operation.',
} as const;
