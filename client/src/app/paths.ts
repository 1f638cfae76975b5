/** Every address of the client, once. */
export const paths = {
  core: '/',
  home: '/home',
  about: '/about',
  login: '/login',
  register: '/register',
  emailVerificationNotice: '/email-verification-notice',
  verifyEmail: '/verify-email/:uid/:token',
  resendVerification: '/resend-verification',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password/:uid/:token',
  undoEmailChange: '/undo-email-change/:uid/:token',
  loanCalculator: '/finance/loan-calculator',
  /** Leads to the next one, with the id of whoever is signed in. */
  profile: '/profile',
  userProfile: '/user-profile/:userId',
  /** All that is for staff. */
  admin: '/admin/*',
  adminDashboard: '/admin/dashboard',
  adminUserList: '/admin/userlist',
  adminEditUser: '/admin/user/:userId/edit',
  adminIpRecords: '/admin/ip-address',
  adminLogRecords: '/admin/log',
} as const;

export function userProfilePath(userId: string): string {
  return paths.userProfile.replace(':userId', userId);
}

export function adminEditUserPath(userId: string): string {
  return paths.adminEditUser.replace(':userId', userId);
}
