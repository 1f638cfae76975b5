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
  loanCalculator: '/finance/loan-calculator',
} as const;
