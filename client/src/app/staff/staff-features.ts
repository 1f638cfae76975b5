import { audit } from '#features/audit/routes.ts';
import { notices } from '#features/notices/routes.ts';
import { quiz } from '#features/quiz/routes.ts';
import { records } from '#features/records/routes.ts';
import { reports } from '#features/reports/routes.ts';
import { settings } from '#features/settings/routes.ts';
import { users } from '#features/users/routes.ts';
import type { FeatureRoute } from '#parts/navigation/feature.ts';

/** Loaded with the staff area. */
export const staffFeatureRoutes: readonly FeatureRoute[] = [
  quiz,
  records,
  users,
  audit,
  settings,
  reports,
  notices,
].flat();
