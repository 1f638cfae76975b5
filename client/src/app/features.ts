import { about } from '#features/about/routes.ts';
import { accounts } from '#features/accounts/routes.ts';
import { arsenal } from '#features/arsenal/routes.ts';
import { borrowingPower } from '#features/borrowing-power/routes.ts';
import { datasets } from '#features/datasets/routes.ts';
import { loans } from '#features/loans/routes.ts';
import { notifications } from '#features/notifications/routes.ts';
import { savings } from '#features/savings/routes.ts';
import { training } from '#features/training/routes.ts';
import type { Feature } from '#parts/feature.ts';

/** The features of guests and users; `staff/staff-features.ts` has those of staff. */
export const features: readonly Feature[] = [
  about,
  loans,
  savings,
  borrowingPower,
  arsenal,
  datasets,
  accounts,
  training,
  notifications,
];
