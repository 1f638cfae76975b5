import type { Page, Route } from '@playwright/test';

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

/** A JSON web token with nothing but an expiry. */
const tokenOf = (expiresInSeconds: number) =>
  `${encode({ alg: 'HS256' })}.${encode({ exp: Math.floor(Date.now() / 1000) + expiresInSeconds })}.x`;

export const agent = {
  id: 1,
  email: 'ada@example.org',
  username: 'ada',
  date_of_birth: null,
  country_name: 'Australia',
  country_code: '61',
  phone_number: '',
  is_superuser: true,
  is_active: true,
  is_staff: true,
  is_premium_user: false,
  user_image: null,
  last_login: '2026-11-01T00:00:00Z',
  date_updated: '2026-11-01T00:00:00Z',
  login_attempts: 0,
  account_status: 'active',
};

export const grace = {
  ...agent,
  id: 2,
  username: 'grace',
  email: 'grace@example.org',
  is_staff: false,
  is_superuser: false,
};

const requestOf = (id: number, from_user: string, to_user: string) => ({
  id,
  from_user,
  to_user,
  status: 'pending',
  timestamp: '2026-11-01T00:00:00Z',
});

const loan = {
  input_total_loan_amount: 500_000,
  total_interest_paid: 579_192.69,
  calculated_monthly_payment: 2997.75,
  total_payments_made: 1_079_192.69,
  effective_monthly_rate_percent: 0.5,
  total_interest_percentage_of_principal: 115.83854,
  amortization_schedule: [
    {
      period: 1,
      payment_amount: 2997.75,
      principal_paid: 497.75,
      interest_paid: 2500,
      remaining_balance: 499_502.25,
    },
    {
      period: 2,
      payment_amount: 2997.75,
      principal_paid: 500.24,
      interest_paid: 2497.51,
      remaining_balance: 499_002.01,
    },
  ],
};

type PlainResponse = { status?: number; json?: unknown };

/** What `product.md` says of each response, and nothing else. */
export const plainResponses: Record<string, PlainResponse> = {
  'POST /api/auth/token/refresh/': { json: { access: tokenOf(300) } },
  'POST /api/user/register/': {
    json: { msg: 'Registration successful. Please check your email for verification.' },
  },
  'GET /api/user/verify-email/:x/:x/': { status: 204 },
  'POST /api/user/resend-verification-email/': { json: { msg: 'Sent again.' } },
  'POST /api/user/password-reset/': { json: { msg: 'Password reset link sent successfully!' } },
  'POST /api/user/reset-password/:x/:x/': { json: { msg: 'A temporary password has been sent.' } },
  'POST /api/user/login/': {
    json: {
      user: {
        id: agent.id,
        username: agent.username,
        email: agent.email,
        is_superuser: true,
        is_staff: true,
      },
      access: tokenOf(300),
      refresh: tokenOf(86_400),
    },
  },
  'POST /api/user/logout/': { status: 200 },
  'GET /api/user/user/1/': { json: { ...agent, last_login_time: new Date().toISOString() } },
  'GET /api/user/user/2/': { json: grace },
  'PUT /api/user/user/update/1/': { json: {} },
  'GET /api/user/users': { json: { data: [agent, grace], totalUser: 30, numOfPages: 3 } },
  'PUT /api/user/admin/user/update/2/': { status: 204 },
  'DELETE /api/user/user/2/': { status: 204 },
  'POST /api/user/ipaddress/': {
    json: {
      data: [
        {
          id: 5,
          user: 'grace',
          ip_address: '192.0.2.7',
          action: 'login',
          created_at: '2026-11-01T00:00:00Z',
        },
      ],
      totalIp: 30,
      numOfPages: 3,
    },
  },
  'POST /api/user/ipaddress/delete/': { json: {} },
  'POST /api/logging/logs/': {
    json: {
      data: [
        { id: 6, message: 'Hello', level: 'INFO', from_proxy: false, created_at: '2026-11-01T00:00:00Z' },
      ],
      totalLog: 30,
      numOfPages: 3,
    },
  },
  'POST /api/logging/logs/delete/': { status: 204 },
  'GET /api/core/user/storage-usage/': {
    json: { total_records: 3, storage_limit: 10, summary_breakdown: { Requests: 3 } },
  },
  'POST /api/user/send_friend_request/:x/': { json: { msg: 'Friend request sent.' } },
  'POST /api/user/respond_friend_request/:x/': { status: 204 },
  'GET /api/user/list_friend_requests/': {
    json: {
      received_requests: [requestOf(11, 'grace', 'ada')],
      sent_requests: [requestOf(12, 'ada', 'mata')],
      friends: [{ id: 4, username: 'nova', user_image: null }],
    },
  },
  'DELETE /api/user/delete_friend_request/:x/': { json: {} },
  'POST /api/user/remove_friend/:x/': { json: {} },
  'GET /api/user/search_users/': { json: { data: [{ id: 7, username: 'zoe', user_image: null }] } },
  'POST /api/v1/finance/calculate-principal/': { json: { data: loan, msg: 'Calculation successful!' } },
};

/** Answers every call of the API as a server that knows only `product.md`. Resolves with the calls, as they arrive. */
export async function servePlainly(page: Page, responses: Record<string, PlainResponse> = {}) {
  const calls: { name: string; url: URL; headers: Record<string, string>; body: string | null }[] = [];
  await page.route('**/api/**', (route: Route) => {
    const request = route.request();
    const url = new URL(request.url());
    const table = { ...plainResponses, ...responses };
    const name = Object.keys(table).find((pattern) => {
      const [method, path = ''] = pattern.split(' ');
      return (
        method === request.method() && new RegExp(`^${path.replaceAll(':x', '[^/]+')}$`).test(url.pathname)
      );
    });
    calls.push({
      name: `${request.method()} ${url.pathname}`,
      url,
      headers: request.headers(),
      body: request.postData(),
    });
    const { status = 200, json } = (name && table[name]) || { status: 404, json: { detail: 'Not found.' } };
    return json === undefined ? route.fulfill({ status }) : route.fulfill({ status, json });
  });
  return calls;
}
