/** Ids for the URLs of some screens; see `createWorld` in `e2e/world.ts`. */
export interface World {
  username: string;
  userId: string;
  attemptId: string;
  questionId: string;
  loanId: string;
}

// Short terms, because checks of long tables take much longer and find nothing more.
const terms = 'amount=500000&months=60&rate=6&compounding=monthly';
const scenario =
  'what-if&extra=200&lump=20000:24&rate_from=6.5:37&offset=30000:500&interest_only=12&start=2026-01-31';

/**
 * The URLs of every screen by access, with placeholders for the fields of `World`. A unit test finds missing screens.
 */
export const screens = {
  guest: [
    '/',
    '/about',
    `/finance/loan-calculator?${terms}#${scenario}`,
    '/finance/savings#opening=5000&deposit=500&months=48&rate=4.5&inflation=2.5&goal=20000',
    '/finance/buying#price=650000&place=vic&area=capital&kind=established&use=live&date=2026-11-28&buyers=1&savings=160000&share=80&living=2000&rate=6&months=360&income=90000&per=yearly&study=true&per2=yearly',
    '/finance/study-loan#balance=30000&income=91000&growth=3&indexation=2.8&voluntary=5000&alternative=savings&earns=5&rate=6.19&months=360&buffer=3',
    '/finance/switch#owed=420000&months=48&rate=6.5&compounding=monthly&start=2026-11-23&offer=rate%3D5.9%26costs%3D1200&offer=rate%3D5.9%26months%3D60%26costs%3D1200',
    '/finance/take-home-pay#income=90000&per=yearly&year=2025-26&compare=2023-24',
    '/finance/check',
    '/arsenal',
    '/arsenal/guides/extra-repayments',
    '/data',
    '/data/inflation-australia?with=rba-cash-rate-changes',
    '/data/income-tax-residents?from=2025-07',
    '/embed/data/inflation-australia',
    '/login',
    '/register',
    '/email-verification-notice',
    '/verify-email/nobody/nothing',
    '/resend-verification',
    '/forgot-password',
    '/goodbye',
    '/reset-password/nobody/nothing',
    '/undo-email-change/nobody/nothing',
    '/undo-deletion/nobody/nothing',
    '/unsubscribe/nobody/nothing',
    '/not-me/nobody/nothing',
    '/dashboard',
    '/privacy',
    '/nothing/here',
  ],
  user: [
    '/user-profile/:userId',
    '/user-profile/:userId?tab=friends',
    '/user-profile/:userId?tab=history',
    '/user-profile/:userId?tab=security',
    '/dashboard',
    '/privacy',
    '/loans',
    '/loans/:loanId',
    '/training',
    '/training/:attemptId',
    '/notifications',
  ],
  staff: [
    '/admin/dashboard',
    '/admin/userlist?username=:username',
    '/admin/user/:userId',
    '/admin/user/:userId/edit',
    '/admin/flags',
    '/admin/ip-address?user=:username',
    '/admin/network-blocks',
    '/admin/log?message=:username',
    '/admin/category-list',
    '/admin/questions',
    '/admin/question/create-question-bank',
    '/admin/question/import',
    '/admin/question/:questionId/edit',
    '/admin/audit',
    '/admin/timeline?user_id=:userId',
    '/admin/settings',
    '/admin/reports',
    '/admin/notifications',
  ],
} as const;

/** Screens that are the same card as `/verify-email` with another text, or as `/forgot-password` with other fields. */
export const sameCards: ReadonlySet<string> = new Set([
  '/email-verification-notice',
  '/resend-verification',
  '/goodbye',
  '/reset-password/nobody/nothing',
  '/undo-email-change/nobody/nothing',
  '/undo-deletion/nobody/nothing',
  '/unsubscribe/nobody/nothing',
  '/not-me/nobody/nothing',
]);

export function pathsFor(access: keyof typeof screens, world: World): string[] {
  const names = Object.entries(world);
  return screens[access].map((url) =>
    names.reduce((path, [name, value]) => path.replace(`:${name}`, value), url as string),
  );
}
