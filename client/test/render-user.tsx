import { byProfileField } from 'contract/users/profile-fields.ts';
import type { UserOverview } from 'contract/users/user-overview.ts';
import type { User } from 'contract/users/user.ts';
import type { ReactNode } from 'react';
import { catchAllRoute, renderRoutes } from './render-at.tsx';
import { sessionUser } from './fake-session.ts';

import { json } from './fake-api.ts';

/** The record of the user that `signInUser` signs in, immediately after the sign-in. */
export function someUser(details: Partial<User> = {}): User {
  const now = new Date().toISOString();
  return {
    ...sessionUser,
    ...byProfileField((_, { example }) => example),
    phone_number: null,
    is_active: true,
    is_premium_user: false,
    user_image: null,
    last_login: now,
    last_login_time: now,
    date_updated: now,
    login_attempts: 0,
    account_status: 'active',
    pending_email: null,
    must_change_password: false,
    suspended_until: null,
    suspension_reason: null,
    ...details,
  };
}

/** Renders content on the profile page. Other paths display their URL. */
export function renderOnProfile(children: ReactNode) {
  const profile = { path: '/user-profile/:userId', element: children };
  return renderRoutes([profile, catchAllRoute], `/user-profile/${sessionUser.id}`);
}

export const unlocked: UserOverview['lock'] = {
  attempts: 0,
  locked_until: null,
  reason: null,
  last_failed_at: null,
  last_failed_from: null,
  devices: [],
};

/** The response of `getUserOverview`. */
export const overview = (user: User, more: Partial<UserOverview> = {}) =>
  json({
    user,
    may_manage: true,
    second_factors: 0,
    sessions: [],
    lock: unlocked,
    addresses: [],
    ip_records: [],
    log_records: [],
    invited_by: null,
    invited: [],
    staff_actions: [],
    ...more,
  });
