import { paths } from '#parts/navigation/paths.ts';

const { profile } = paths;

export const privacyLinks = {
  profile,
  storage: `${profile}#storage`,
  accesses: `${profile}#accesses`,
  preferences: `${profile}#preferences`,
  devices: `${profile}?tab=devices`,
  secondFactor: `${profile}?tab=second-factor`,
  tokens: `${profile}?tab=tokens`,
} as const;
