import { about } from '#features/about/routes.ts';
import { accounts } from '#features/accounts/routes.ts';
import { arsenal } from '#features/guides/routes.ts';
import { borrowingPower } from '#features/borrowing-power/routes.ts';
import { datasets } from '#features/datasets/routes.ts';
import { loans } from '#features/loans/routes.ts';
import { notifications } from '#features/notifications/routes.ts';
import { savings } from '#features/savings/routes.ts';
import { training } from '#features/training/routes.ts';
import type { FeatureRoute } from '#parts/navigation/feature.ts';

/** The routes of guests and users; `staff/staff-features.ts` has those of staff. */
export const featureRoutes: readonly FeatureRoute[] = [
  about,
  loans,
  savings,
  borrowingPower,
  arsenal,
  datasets,
  accounts,
  training,
  notifications,
].flat();
