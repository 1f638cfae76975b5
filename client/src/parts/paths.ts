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
  adminSettings: '/admin/settings',
  adminReports: '/admin/reports',
} as const;

export function userProfilePath(userId: string): string {
  return paths.userProfile.replace(':userId', userId);
}

export function adminEditUserPath(userId: string): string {
  return paths.adminEditUser.replace(':userId', userId);
}
