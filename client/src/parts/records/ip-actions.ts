import type { IpAction, IpRecord } from 'contract/records/records.ts';
import { newerVersionText } from 'contract/texts.ts';

/** In the order of the choices. */
export const ipActionLabels: Record<IpAction, string> = {
  register: 'Register',
  login: 'Login',
  login_failed: 'Login failed',
  logout: 'Logout',
  verify_email: 'Verify email',
  password_reset_request: 'Password reset request',
  password_reset: 'Password reset',
  password_change: 'Password change',
  email_change: 'Email change',
  profile_update: 'Profile update',
  account_delete: 'Account delete',
};

export const ipActionLabel = (action: IpRecord['action']): string =>
  action === 'unknown' ? newerVersionText : ipActionLabels[action];
