import { about } from '#features/about/routes.ts';
import { accounts } from '#features/accounts/routes.ts';
import { borrowingPower } from '#features/borrowing-power/routes.ts';
import { friends } from '#features/friends/routes.ts';
import { landing } from '#features/landing/routes.tsx';
import { loans } from '#features/loans/routes.ts';
import { records } from '#features/records/routes.ts';
import { savings } from '#features/savings/routes.ts';
import { staff } from '#features/staff/routes.ts';
import { users } from '#features/users/routes.ts';
import type { Feature } from '#parts/feature.ts';

/** Every feature of the app. A new one needs a line here and its own folder, nothing else. */
export const features: readonly Feature[] = [
  landing,
  about,
  loans,
  savings,
  borrowingPower,
  accounts,
  friends,
  staff,
  records,
  users,
];
