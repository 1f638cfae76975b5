import { datasetsUrl, guidesUrl, siteUrl } from './first-load-urls.ts';

/**
 * The access map: every operation with its method, its address and who may call it. Plain data, so
 * that the client names an operation without loading a validator.
 */
export type Access = 'guest' | 'user' | 'self' | 'selfOrStaff' | 'staff' | 'superuser';

export interface Operation {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With the trailing slash that the specification writes; both forms are served. */
  url: string;
  /** `self`: the user in the path. `staff` includes superusers. */
  access: Access;
}

export const operations = {
  getHealth: { method: 'GET', url: '/api/healthz', access: 'guest' },
  getReadiness: { method: 'GET', url: '/api/readyz', access: 'guest' },
  getOpenApiDocument: { method: 'GET', url: '/api/openapi.json', access: 'guest' },
  calculatePrincipal: { method: 'POST', url: '/api/v1/finance/calculate-principal/', access: 'guest' },
  calculateScenario: { method: 'POST', url: '/api/v1/finance/scenario/', access: 'guest' },
  stressScenario: { method: 'POST', url: '/api/v1/finance/stress/', access: 'guest' },
  solveLoan: { method: 'POST', url: '/api/v1/finance/solve/', access: 'guest' },
  switchLoan: { method: 'POST', url: '/api/v1/finance/switch/', access: 'guest' },
  calculateSavings: { method: 'POST', url: '/api/v1/finance/savings/', access: 'guest' },

  listCalculations: { method: 'GET', url: '/api/v1/finance/calculations/', access: 'user' },
  createCalculation: { method: 'POST', url: '/api/v1/finance/calculations/', access: 'user' },
  getCalculation: { method: 'GET', url: '/api/v1/finance/calculations/:id/', access: 'user' },
  updateCalculation: { method: 'PUT', url: '/api/v1/finance/calculations/:id/', access: 'user' },
  deleteCalculation: { method: 'DELETE', url: '/api/v1/finance/calculations/:id/', access: 'user' },
  shareCalculation: { method: 'POST', url: '/api/v1/finance/calculations/:id/share/', access: 'user' },
  listObjectives: { method: 'GET', url: '/api/v1/finance/objectives/', access: 'user' },
  createObjective: { method: 'POST', url: '/api/v1/finance/objectives/', access: 'user' },
  updateObjective: { method: 'PUT', url: '/api/v1/finance/objectives/:id/', access: 'user' },
  deleteObjective: { method: 'DELETE', url: '/api/v1/finance/objectives/:id/', access: 'user' },

  registerUser: { method: 'POST', url: '/api/user/register/', access: 'guest' },
  verifyEmail: { method: 'GET', url: '/api/user/verify-email/:uid/:token/', access: 'guest' },
  resendVerificationEmail: { method: 'POST', url: '/api/user/resend-verification-email/', access: 'guest' },
  requestPasswordReset: { method: 'POST', url: '/api/user/password-reset/', access: 'guest' },
  resetPassword: { method: 'POST', url: '/api/user/reset-password/:uid/:token/', access: 'guest' },
  login: { method: 'POST', url: '/api/user/login/', access: 'guest' },
  refreshAccessToken: { method: 'POST', url: '/api/auth/token/refresh/', access: 'guest' },
  logout: { method: 'POST', url: '/api/user/logout/', access: 'guest' },
  reauthenticate: { method: 'POST', url: '/api/user/reauthenticate/', access: 'user' },

  loginSecondFactor: { method: 'POST', url: '/api/user/login/second-factor/', access: 'guest' },
  getPasskeyLoginOptions: { method: 'POST', url: '/api/user/login/passkey/options/', access: 'guest' },
  loginPasskey: { method: 'POST', url: '/api/user/login/passkey/', access: 'guest' },
  listSecondFactors: { method: 'GET', url: '/api/user/second-factors/', access: 'user' },
  addTotp: { method: 'POST', url: '/api/user/second-factors/totp/', access: 'user' },
  confirmTotp: { method: 'POST', url: '/api/user/second-factors/totp/confirm/', access: 'user' },
  getPasskeyOptions: { method: 'POST', url: '/api/user/second-factors/passkey/options/', access: 'user' },
  addPasskey: { method: 'POST', url: '/api/user/second-factors/passkey/', access: 'user' },
  makeRecoveryCodes: { method: 'POST', url: '/api/user/second-factors/recovery-codes/', access: 'user' },
  deleteSecondFactor: { method: 'DELETE', url: '/api/user/second-factors/:id/', access: 'user' },
  disownSecondFactor: { method: 'POST', url: '/api/user/not-me/:uid/:token/', access: 'guest' },
  resetSecondFactor: {
    method: 'POST',
    url: '/api/user/admin/user/reset-second-factor/:userId/',
    access: 'staff',
  },

  getUser: { method: 'GET', url: '/api/user/user/:id/', access: 'selfOrStaff' },
  updateUser: { method: 'PUT', url: '/api/user/user/update/:userId/', access: 'self' },
  deleteUser: { method: 'DELETE', url: '/api/user/user/:id/', access: 'selfOrStaff' },
  undoEmailChange: { method: 'POST', url: '/api/user/undo-email-change/:uid/:token/', access: 'guest' },
  undoDeletion: { method: 'POST', url: '/api/user/undo-deletion/:uid/:token/', access: 'guest' },
  listSessions: { method: 'GET', url: '/api/user/sessions/', access: 'user' },
  deleteSession: { method: 'DELETE', url: '/api/user/sessions/:id/', access: 'user' },
  endOtherSessions: { method: 'POST', url: '/api/user/sessions/end-others/', access: 'user' },
  listDevices: { method: 'GET', url: '/api/user/devices/', access: 'user' },
  deleteDevice: { method: 'DELETE', url: '/api/user/devices/:id/', access: 'user' },
  listSignIns: { method: 'GET', url: '/api/user/sign-ins/', access: 'user' },
  listTokens: { method: 'GET', url: '/api/user/tokens/', access: 'user' },
  createToken: { method: 'POST', url: '/api/user/tokens/', access: 'user' },
  deleteToken: { method: 'DELETE', url: '/api/user/tokens/:id/', access: 'user' },
  exportUser: { method: 'GET', url: '/api/user/export/', access: 'user' },

  getSignedUrl: { method: 'GET', url: '/api/core/get-signed-url/:filePath', access: 'user' },
  getStoredFile: { method: 'GET', url: '/api/core/files/:filePath', access: 'guest' },
  getStorageUsage: { method: 'GET', url: '/api/core/user/storage-usage/', access: 'user' },

  listNotices: { method: 'POST', url: '/api/core/notices/list/', access: 'staff' },
  createNotice: { method: 'POST', url: '/api/core/notices/', access: 'staff' },
  updateNotice: { method: 'PUT', url: '/api/core/notices/:id/', access: 'staff' },
  deleteNotice: { method: 'DELETE', url: '/api/core/notices/:id/', access: 'staff' },
  withdrawNotice: { method: 'POST', url: '/api/core/notices/:id/withdraw/', access: 'staff' },
  listNotifications: { method: 'GET', url: '/api/core/notifications/', access: 'user' },
  readNotifications: { method: 'POST', url: '/api/core/notifications/read/', access: 'user' },
  streamNotifications: { method: 'GET', url: '/api/core/notifications/stream/', access: 'user' },
  getSite: { method: 'GET', url: siteUrl, access: 'guest' },
  listSettings: { method: 'GET', url: '/api/core/settings/', access: 'staff' },
  updateSettings: { method: 'PUT', url: '/api/core/settings/', access: 'superuser' },
  getPreferences: { method: 'GET', url: '/api/core/preferences/', access: 'user' },
  updatePreferences: { method: 'PUT', url: '/api/core/preferences/', access: 'user' },

  sendFriendRequest: { method: 'POST', url: '/api/user/send_friend_request/:id/', access: 'user' },
  respondFriendRequest: {
    method: 'POST',
    url: '/api/user/respond_friend_request/:requestId/',
    access: 'user',
  },
  listFriendRequests: { method: 'GET', url: '/api/user/list_friend_requests/', access: 'user' },
  deleteFriendRequest: { method: 'DELETE', url: '/api/user/delete_friend_request/:id/', access: 'user' },
  removeFriend: { method: 'POST', url: '/api/user/remove_friend/:id/', access: 'user' },
  searchUsers: { method: 'GET', url: '/api/user/search_users/', access: 'user' },
  blockUser: { method: 'POST', url: '/api/user/block/:id/', access: 'user' },
  unblockUser: { method: 'DELETE', url: '/api/user/block/:id/', access: 'user' },
  listBlocks: { method: 'GET', url: '/api/user/blocks/', access: 'user' },

  listUsers: { method: 'GET', url: '/api/user/users', access: 'staff' },
  adminUpdateUser: { method: 'PUT', url: '/api/user/admin/user/update/:userId/', access: 'staff' },
  unlockUser: { method: 'POST', url: '/api/user/admin/user/unlock/:userId/', access: 'staff' },
  endUserSessions: { method: 'POST', url: '/api/user/admin/user/end-sessions/:userId/', access: 'staff' },
  getUserOverview: { method: 'GET', url: '/api/user/admin/user/overview/:userId/', access: 'staff' },
  listIpRecords: { method: 'POST', url: '/api/user/ipaddress/', access: 'staff' },
  linkIpRecordsExport: { method: 'POST', url: '/api/user/ipaddress/export/link/', access: 'staff' },
  deleteIpRecords: { method: 'POST', url: '/api/user/ipaddress/delete/', access: 'staff' },
  exportIpRecords: { method: 'POST', url: '/api/user/ipaddress/export/', access: 'staff' },
  getReport: { method: 'POST', url: '/api/core/reports/', access: 'staff' },
  exportReport: { method: 'POST', url: '/api/core/reports/export/', access: 'staff' },
  linkReportExport: { method: 'POST', url: '/api/core/reports/export/link/', access: 'staff' },
  listLogRecords: { method: 'POST', url: '/api/logging/logs/', access: 'staff' },
  linkLogRecordsExport: { method: 'POST', url: '/api/logging/logs/export/link/', access: 'staff' },
  deleteLogRecords: { method: 'POST', url: '/api/logging/logs/delete/', access: 'staff' },
  listAuditRecords: { method: 'POST', url: '/api/logging/audit/', access: 'superuser' },
  exportAuditRecords: { method: 'POST', url: '/api/logging/audit/export/', access: 'superuser' },
  linkAuditRecordsExport: { method: 'POST', url: '/api/logging/audit/export/link/', access: 'superuser' },
  verifyAuditTrail: { method: 'POST', url: '/api/logging/audit/verify/', access: 'superuser' },
  listTimeline: { method: 'POST', url: '/api/logging/timeline/', access: 'staff' },
  listAccesses: { method: 'GET', url: '/api/user/accesses/', access: 'user' },
  exportLogRecords: { method: 'POST', url: '/api/logging/logs/export/', access: 'staff' },
  getExport: { method: 'GET', url: '/api/core/exports/:id/:token/', access: 'guest' },

  listCategories: { method: 'GET', url: '/api/content/categories/', access: 'staff' },
  createCategory: { method: 'POST', url: '/api/content/categories/', access: 'staff' },
  updateCategory: { method: 'PUT', url: '/api/content/categories/:id/', access: 'staff' },
  deleteCategory: { method: 'DELETE', url: '/api/content/categories/:id/', access: 'staff' },
  listQuestions: { method: 'POST', url: '/api/content/questions/list/', access: 'staff' },
  getQuestion: { method: 'GET', url: '/api/content/questions/:id/', access: 'staff' },
  createQuestion: { method: 'POST', url: '/api/content/questions/', access: 'staff' },
  updateQuestion: { method: 'PUT', url: '/api/content/questions/:id/', access: 'staff' },
  deleteQuestion: { method: 'DELETE', url: '/api/content/questions/:id/', access: 'staff' },
  setQuestionStatus: { method: 'POST', url: '/api/content/questions/status/', access: 'staff' },
  deleteQuestions: { method: 'POST', url: '/api/content/questions/delete/', access: 'staff' },
  importQuestions: { method: 'POST', url: '/api/content/questions/import/', access: 'staff' },
  exportQuestions: { method: 'POST', url: '/api/content/questions/export/', access: 'staff' },

  listTrainingCategories: { method: 'GET', url: '/api/content/training/categories/', access: 'user' },
  listTrainingFriends: { method: 'GET', url: '/api/content/training/friends/', access: 'user' },
  startAttempt: { method: 'POST', url: '/api/content/attempts/', access: 'user' },
  listAttempts: { method: 'GET', url: '/api/content/attempts/', access: 'user' },
  getAttempt: { method: 'GET', url: '/api/content/attempts/:id/', access: 'user' },
  deleteAttempt: { method: 'DELETE', url: '/api/content/attempts/:id/', access: 'user' },
  answerQuestion: { method: 'POST', url: '/api/content/attempts/:id/answers/', access: 'user' },

  listGuides: { method: 'GET', url: guidesUrl, access: 'guest' },
  getGuide: { method: 'GET', url: `${guidesUrl}:slug/`, access: 'guest' },
  listDatasets: { method: 'GET', url: datasetsUrl, access: 'guest' },
  getDataset: { method: 'GET', url: `${datasetsUrl}:slug/`, access: 'guest' },
  listVintages: { method: 'GET', url: `${datasetsUrl}:slug/vintages/`, access: 'guest' },
  listRevisions: { method: 'GET', url: `${datasetsUrl}:slug/revisions/`, access: 'guest' },
} as const satisfies Record<string, Operation>;

export type OperationName = keyof typeof operations;
