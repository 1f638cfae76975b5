import type { SessionUser } from 'contract/accounts.ts';
import type { FeatureRoute } from '#parts/feature.ts';

export type Access = FeatureRoute['access'];

type Rights = Pick<SessionUser, 'is_staff' | 'is_superuser'>;

/** Whether a visitor (undefined) or a user is admitted to a route, and sees the links to it. */
export function isAdmitted(user: Rights | undefined, access: Access): boolean {
  if (access === 'guest') return true;
  if (access === 'user') return user !== undefined;
  return user?.is_superuser === true || (access === 'staff' && user?.is_staff === true);
}
