/**
 * The access map: every operation of the API with its method, its address and who may call it.
 * Plain data without schemas, so that the client can name an operation without loading a validator.
 */
export type Access = 'guest' | 'user' | 'self' | 'selfOrStaff' | 'staff' | 'superuser';

export interface Operation {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path below the origin, with its trailing slash where the specification writes one; both forms answer. */
  url: string;
  /** `self` is the user whom the path names; `staff` includes superusers. */
  access: Access;
}

export const operations = {
  getHealth: { method: 'GET', url: '/api/healthz', access: 'guest' },
  getReadiness: { method: 'GET', url: '/api/readyz', access: 'guest' },
  getOpenApiDocument: { method: 'GET', url: '/api/openapi.json', access: 'guest' },
  calculatePrincipal: { method: 'POST', url: '/api/v1/finance/calculate-principal/', access: 'guest' },

  registerUser: { method: 'POST', url: '/api/user/register/', access: 'guest' },
  verifyEmail: { method: 'GET', url: '/api/user/verify-email/:uid/:token/', access: 'guest' },
  resendVerificationEmail: { method: 'POST', url: '/api/user/resend-verification-email/', access: 'guest' },
  requestPasswordReset: { method: 'POST', url: '/api/user/password-reset/', access: 'guest' },
  resetPassword: { method: 'POST', url: '/api/user/reset-password/:uid/:token/', access: 'guest' },
  login: { method: 'POST', url: '/api/user/login/', access: 'guest' },
  refreshAccessToken: { method: 'POST', url: '/api/auth/token/refresh/', access: 'guest' },
  logout: { method: 'POST', url: '/api/user/logout/', access: 'guest' },

  getUser: { method: 'GET', url: '/api/user/user/:id/', access: 'selfOrStaff' },
} as const satisfies Record<string, Operation>;

export type OperationName = keyof typeof operations;
