/** The addresses that other features link to. */
export const paths = {
  core: '/',
  about: '/about',
  login: '/login',
  register: '/register',
  emailVerificationNotice: '/email-verification-notice',
  resendVerification: '/resend-verification',
  forgotPassword: '/forgot-password',
  loanCalculator: '/finance/loan-calculator',
  savings: '/finance/savings',
  borrowingPower: '/finance/borrowing-power',
  dashboard: '/dashboard',
  privacy: '/privacy',
  /** Redirects to `userProfile`. */
  profile: '/profile',
  userProfile: '/user-profile/:userId',
  adminDashboard: '/admin/dashboard',
  adminUserList: '/admin/userlist',
  adminEditUser: '/admin/user/:userId/edit',
  adminIpRecords: '/admin/ip-address',
  adminLogRecords: '/admin/log',
  adminAudit: '/admin/audit',
  adminTimeline: '/admin/timeline',
  /** Redirects to `adminEditUser`. */
  adminUserNamed: '/admin/user-named/:username',
  adminSettings: '/admin/settings',
} as const;

export function userProfilePath(userId: string): string {
  return paths.userProfile.replace(':userId', userId);
}

export function adminEditUserPath(userId: string): string {
  return paths.adminEditUser.replace(':userId', userId);
}

export function adminUserNamedPath(username: string): string {
  return paths.adminUserNamed.replace(':username', encodeURIComponent(username));
}

/** Of one user, or of one address. */
export function timelinePath(of: { user_id: string } | { ip_address: string }): string {
  return `${paths.adminTimeline}?${new URLSearchParams(of)}`;
}

/** The same list, filtered. */
export function filteredPath(path: string, filter: Record<string, string>): string {
  return `${path}?${new URLSearchParams(filter)}`;
}
