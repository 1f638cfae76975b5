import { generatePath } from 'react-router-dom';

/** Paths that other features link to. */
export const paths = {
  core: '/',
  about: '/about',
  login: '/login',
  register: '/register',
  emailVerificationNotice: '/email-verification-notice',
  resendVerification: '/resend-verification',
  forgotPassword: '/forgot-password',
  /** After the deletion of an account. */
  goodbye: '/goodbye',
  loanCalculator: '/finance/loan-calculator',
  savings: '/finance/savings',
  borrowingPower: '/finance/borrowing-power',
  switching: '/finance/switch',
  takeHomePay: '/finance/take-home-pay',
  arsenal: '/arsenal',
  guide: '/arsenal/guides/:slug',
  dataCore: '/data',
  dataset: '/data/:slug',
  dashboard: '/dashboard',
  training: '/training',
  attempt: '/training/:attemptId',
  privacy: '/privacy',
  /** Redirects to `userProfile`. */
  profile: '/profile',
  userProfile: '/user-profile/:userId',
  notifications: '/notifications',
  adminDashboard: '/admin/dashboard',
  adminUserList: '/admin/userlist',
  adminEditUser: '/admin/user/:userId/edit',
  adminIpRecords: '/admin/ip-address',
  adminLogRecords: '/admin/log',
  adminCategories: '/admin/category-list',
  adminQuestions: '/admin/questions',
  adminCreateQuestion: '/admin/question/create-question-bank',
  adminImportQuestions: '/admin/question/import',
  adminEditQuestion: '/admin/question/:questionId/edit',
  adminAudit: '/admin/audit',
  adminTimeline: '/admin/timeline',
  /** Redirects to `adminEditUser`. */
  adminUserNamed: '/admin/user-named/:username',
  adminSettings: '/admin/settings',
  adminReports: '/admin/reports',
  adminNotifications: '/admin/notifications',
} as const;

export const guidePath = (slug: string) => generatePath(paths.guide, { slug });

export const datasetPath = (slug: string) => generatePath(paths.dataset, { slug });

export const vintagePath = (slug: string, name: string) => `${datasetPath(slug)}?vintage=${name}`;

export const userProfilePath = (userId: string) => generatePath(paths.userProfile, { userId });

export const adminEditUserPath = (userId: string) => generatePath(paths.adminEditUser, { userId });

export const adminEditQuestionPath = (questionId: string) =>
  generatePath(paths.adminEditQuestion, { questionId });

export const attemptPath = (attemptId: string) => generatePath(paths.attempt, { attemptId });

export const adminUserNamedPath = (username: string) => generatePath(paths.adminUserNamed, { username });

/** The timeline of a user or of an IP address. */
export function timelinePath(of: { user_id: string } | { ip_address: string }): string {
  return `${paths.adminTimeline}?${new URLSearchParams(of)}`;
}

/** The path of a list with the filter applied. */
export function filteredPath(path: string, filter: Record<string, string>): string {
  return `${path}?${new URLSearchParams(filter)}`;
}
