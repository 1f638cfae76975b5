import { about } from '#features/about/routes.ts';
import { accounts } from '#features/accounts/routes.ts';
import { arsenal } from '#features/guides/routes.ts';
import { audit } from '#features/audit/routes.ts';
import { borrowingPower } from '#features/borrowing-power/routes.ts';
import { datasets } from '#features/datasets/routes.ts';
import { landing } from '#features/landing/routes.tsx';
import { loans } from '#features/loans/routes.ts';
import { notices } from '#features/notices/routes.ts';
import { notifications } from '#features/notifications/routes.ts';
import { quiz } from '#features/quiz/routes.ts';
import { records } from '#features/records/routes.ts';
import { reports } from '#features/reports/routes.ts';
import { switching } from '#features/switching/routes.ts';
import { takeHomePay } from '#features/take-home-pay/routes.ts';
import { savings } from '#features/savings/routes.ts';
import { settings } from '#features/settings/routes.ts';
import { training } from '#features/training/routes.ts';
import { users } from '#features/users/routes.ts';
import type { FeatureRoute } from '#parts/navigation/feature.ts';

export const featureRoutes: readonly FeatureRoute[] = [
  landing,
  about,
  loans,
  savings,
  borrowingPower,
  switching,
  takeHomePay,
  arsenal,
  datasets,
  accounts,
  training,
  notifications,
  // For staff.
  quiz,
  records,
  users,
  audit,
  settings,
  reports,
  notices,
].flat();
