/** Ids for the URLs of some screens; see `makeWorld` in `e2e/world.ts`. */
export interface World {
  username: string;
  userId: string;
  attemptId: string;
  questionId: string;
}

interface Screen {
  /** As the client's route table has it. */
  route: string;
  /** For routes with parameters, or with queries that show more. */
  paths?: (world: World) => string[];
}

const terms = 'amount=500000&months=360&rate=6&compounding=monthly';
const scenario =
  'what-if&extra=200&lump=20000:24&rate_from=6.5:37&offset=30000:500&interest_only=12&start=2026-01-31';
const spoilt = 'nobody/nothing';

/** Every screen by access; a unit test checks that none is missing. */
export const screens: Record<'guest' | 'user' | 'staff', readonly Screen[]> = {
  guest: [
    { route: '/' },
    { route: '/about' },
    {
      route: '/finance/loan-calculator',
      paths: () => [`/finance/loan-calculator?${terms}#${scenario}`],
    },
    {
      route: '/finance/savings',
      paths: () => [
        '/finance/savings?opening=5000&deposit=500&months=120&rate=4.5&inflation=2.5&goal=100000',
      ],
    },
    {
      route: '/finance/borrowing-power',
      paths: () => ['/finance/borrowing-power?payment=2997.75&months=360&rate=6&compounding=monthly&fee=0'],
    },
    { route: '/arsenal' },
    { route: '/arsenal/guides/:slug', paths: () => ['/arsenal/guides/extra-repayments'] },
    { route: '/data' },
    {
      route: '/data/:slug',
      paths: () => [
        '/data/inflation-australia?with=rba-cash-rate-changes',
        '/data/income-tax-residents?from=2025-07',
      ],
    },
    { route: '/login' },
    { route: '/register' },
    { route: '/email-verification-notice' },
    { route: '/verify-email/:uid/:token', paths: () => [`/verify-email/${spoilt}`] },
    { route: '/resend-verification' },
    { route: '/forgot-password' },
    { route: '/reset-password/:uid/:token', paths: () => [`/reset-password/${spoilt}`] },
    { route: '/undo-email-change/:uid/:token', paths: () => [`/undo-email-change/${spoilt}`] },
    { route: '/undo-deletion/:uid/:token', paths: () => [`/undo-deletion/${spoilt}`] },
    { route: '/dashboard' },
    { route: '/privacy' },
    { route: '*', paths: () => ['/nothing/here'] },
  ],
  user: [
    {
      route: '/user-profile/:userId',
      paths: ({ userId }) =>
        ['', '?tab=friends', '?tab=history', '?tab=second-factor', '?tab=devices', '?tab=tokens'].map(
          (tab) => `/user-profile/${userId}${tab}`,
        ),
    },
    { route: '/dashboard' },
    { route: '/privacy' },
    { route: '/training' },
    { route: '/training/:attemptId', paths: ({ attemptId }) => [`/training/${attemptId}`] },
    { route: '/notifications' },
  ],
  staff: [
    { route: '/admin/dashboard' },
    { route: '/admin/userlist', paths: ({ username }) => [`/admin/userlist?username=${username}`] },
    // Leads on to the next.
    { route: '/admin/user-named/:username', paths: () => [] },
    { route: '/admin/user/:userId/edit', paths: ({ userId }) => [`/admin/user/${userId}/edit`] },
    { route: '/admin/ip-address', paths: ({ username }) => [`/admin/ip-address?user=${username}`] },
    { route: '/admin/log', paths: ({ username }) => [`/admin/log?message=${username}`] },
    { route: '/admin/category-list' },
    { route: '/admin/questions' },
    { route: '/admin/question/create-question-bank' },
    { route: '/admin/question/import' },
    {
      route: '/admin/question/:questionId/edit',
      paths: ({ questionId }) => [`/admin/question/${questionId}/edit`],
    },
    { route: '/admin/audit' },
    { route: '/admin/timeline', paths: ({ userId }) => [`/admin/timeline?user_id=${userId}`] },
    { route: '/admin/settings' },
    { route: '/admin/reports' },
    { route: '/admin/notifications' },
  ],
};

export function pathsFor(who: keyof typeof screens, world: World): string[] {
  return screens[who].flatMap(({ route, paths }) => paths?.(world) ?? [route]);
}
