import { about } from '#features/about/routes.ts';
import { accounts } from '#features/accounts/routes.ts';
import { audit } from '#features/audit/routes.ts';
import { borrowingPower } from '#features/borrowing-power/routes.ts';
import { devices } from '#features/devices/routes.ts';
import { friends } from '#features/friends/routes.ts';
import { landing } from '#features/landing/routes.tsx';
import { loans } from '#features/loans/routes.ts';
import { records } from '#features/records/routes.ts';
import { savings } from '#features/savings/routes.ts';
import { secondFactors } from '#features/second-factors/routes.ts';
import { settings } from '#features/settings/routes.ts';
import { tokens } from '#features/tokens/routes.ts';
import { users } from '#features/users/routes.ts';
import type { Feature } from '#parts/feature.ts';

export const features: readonly Feature[] = [
  landing,
  about,
  loans,
  savings,
  borrowingPower,
  accounts,
  friends,
  secondFactors,
  devices,
  tokens,
  records,
  users,
  audit,
  settings,
];
