import { addDays } from 'contract/datasets/dataset-dates.ts';
import { createLoan } from 'contract/followed-loans/followed-loans.ts';
import { updatePreferences } from 'contract/preferences/preferences.ts';
import type { NotificationList } from '#test/notifications.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApp } from '#test/app.ts';
import { archiveOf } from '#test/calculations.ts';
import { callApi } from '#test/call.ts';
import { importCashRate, setRateDay } from '#test/cash-rate.ts';
import { createCaller } from '#test/factories.ts';
import { queuedJobs } from '#test/jobs.ts';
import { deliverMail } from '#test/mail.ts';
import { readList } from '#test/notifications.ts';

const test = useTestApp({ RATE_LIMIT_SCALE: '1000' });

/** The loan of the specification. */
const home = {
  total_loan_amount: 500_000,
  duration_months: 360,
  annual_interest_rate: 6,
  compounding_frequency: 'monthly',
};
const drawn = { ...home, start_date: '2026-01-31' };

interface Borrower {
  id: string;
  email: string;
  access: string;
  bell: () => Promise<NotificationList['data']>;
}

/** Creates a user with variable calculations, by name, whose rates were right on the day. */
async function createBorrower(
  inputs: Record<string, object>,
  { rateDay = '2026-05-10', preferences = {}, kind = 'scenario' } = {},
): Promise<Borrower> {
  const { user, access } = await createCaller(test);
  await callApi(test, updatePreferences, { access, body: preferences }).expect(200);
  for (const [name, input] of Object.entries(inputs)) {
    await archiveOf(test, access).saved({ name, kind, input, variable_rate: true });
  }
  await setRateDay(test.database, user.id, rateDay);
  const bell = async () =>
    (await readList(test, access)).data.filter((entry) => entry.kind === 'cash_rate_change');
  return { id: user.id, email: user.email, access, bell };
}

const textsOf = async ({ bell }: Borrower) => (await bell()).map(({ text }) => text);
const passedOn = 'If your lender passes it on in full.';

/** Each import covers one more day than the previous one. */
let days = 0;
const nextDay = () => addDays('2026-10-01', ++days);

/** The changes of the cash rate before the decision of 2026-09-30, and including it. */
const forgetDecision = () => importCashRate(test.database, { until: '2026-08-31', to: nextDay() });
const learnDecision = (to = nextDay()) => importCashRate(test.database, { to });

/** Imports the decision to raise the rate from 4.35 to 4.60. */
async function decide() {
  await forgetDecision();
  await deliverMail(test);
  await test.database.pool.query('DELETE FROM cash_rate_notices');
  await learnDecision();
  return deliverMail(test);
}

describe('a change of the cash rate', () => {
  beforeAll(async () => {
    await forgetDecision();
  });

  it('leaves its notification to a followed loan that notifies its owner', async () => {
    const state = { owed: 5, owed_on: '2026-01-01' };
    const paidOff = { opening_balance: 100, transactions: [{ date: '2026-08-01', amount: -100 }] };
    const cases: [object, object, number][] = [
      [state, {}, 0],
      [{ ...state, variable_rate: false }, {}, 1],
      [paidOff, {}, 1],
      [{ ...state, owed_on: '2026-10-05' }, {}, 1],
      [state, { loan_decision: false }, 1],
    ];
    const borrowers: Borrower[] = [];
    for (const [input, preferences] of cases) {
      const borrower = await createBorrower({ Home: drawn }, { preferences });
      const body = { name: 'Home', input };
      await callApi(test, createLoan, { access: borrower.access, body }).expect(201);
      borrowers.push(borrower);
    }
    await decide();
    expect(await Promise.all(borrowers.map(async ({ bell }) => (await bell()).length))).toEqual(
      cases.map(([, , notices]) => notices),
    );
  });

  it('notifies the borrower with the figures of the specification', async () => {
    const ada = await createBorrower({ Home: drawn });
    await decide();
    expect(await ada.bell()).toMatchObject([
      {
        kind: 'cash_rate_change',
        level: 'info',
        link: '/dashboard',
        title: 'Cash rate 4.60%, up 0.25 points',
        text: `Home: your payment of 2,997.75 would become 3,077.42 (+79.67) a month. ${passedOn}`,
      },
    ]);
  });

  it('counts the periods of a loan without a start date from the day of its rates', async () => {
    const ada = await createBorrower({ Loan: home }, { kind: 'loan' });
    await decide();
    expect(await textsOf(ada)).toEqual([
      `Loan: your payment of 2,997.75 would become 3,078.01 (+80.26) a month. ${passedOn}`,
    ]);
  });

  it('names three calculations of a user, the one with the largest difference first, and counts the others', async () => {
    const scenarios = {
      Small: { ...drawn, total_loan_amount: 100_000 },
      Home: drawn,
      Fortnights: { ...drawn, payment_frequency: 'fortnightly' },
      'Interest only': { ...drawn, interest_only_periods: 60 },
      'Next year': { ...home, start_date: '2027-01-31' },
      Over: { ...home, duration_months: 6, start_date: '2026-01-31' },
    };
    const ada = await createBorrower(scenarios);
    await decide();
    const [text] = await textsOf(ada);
    expect(text?.split(/(?<=\.) (?=[A-Z])/)).toEqual([
      'Interest only: your payment of 2,500.00 would become 2,604.17 (+104.17) a month.',
      'Next year: your payment of 2,997.75 would become 3,078.59 (+80.84) a month.',
      'Home: your payment of 2,997.75 would become 3,077.42 (+79.67) a month.',
      'And 2 more.',
      passedOn,
    ]);
  });

  it('is computed in the loan’s own periods, without extra payments', async () => {
    const ada = await createBorrower({
      Fortnights: { ...drawn, payment_frequency: 'fortnightly', extra_payments: [{ amount: 50 }] },
    });
    await decide();
    const [text] = await textsOf(ada);
    expect(text).toContain('payment of 1,382.92 would become 1,417.21 (+34.29) a fortnight.');
  });

  it('is not reported for a loan that has ended, is paid off, or had its rates on a later day', async () => {
    const over = await createBorrower({ Over: { ...drawn, duration_months: 6 } });
    const paidOff = await createBorrower({
      Paid: { ...drawn, lump_sums: [{ period: 3, amount: 500_000 }] },
    });
    const later = await createBorrower({ Home: drawn }, { rateDay: '2026-09-30' });
    await decide();
    for (const borrower of [over, paidOff, later]) expect(await textsOf(borrower)).toEqual([]);
  });

  it('is reported only to active users whose email address is verified, for marked calculations', async () => {
    const [inactive, unverified, unmarked] = [
      await createBorrower({ Home: drawn }),
      await createBorrower({ Home: drawn }),
      await createBorrower({}),
    ];
    await archiveOf(test, unmarked.access).saved({ kind: 'scenario', input: drawn });
    const { user } = test.database.prisma;
    await user.update({ where: { id: inactive.id }, data: { is_active: false } });
    await user.update({ where: { id: unverified.id }, data: { email_verified_at: null } });
    await decide();
    const ids = [inactive, unverified, unmarked].map(({ id }) => id);
    expect(
      await test.database.prisma.notification.count({
        where: { user_id: { in: ids }, kind: 'cash_rate_change' },
      }),
    ).toBe(0);
  });

  it('notifies once, although it is repeated by the same file, another vintage or a second job', async () => {
    const ada = await createBorrower({ Home: drawn }, { preferences: { cash_rate_mail: true } });
    expect((await decide()).filter(({ to }) => to === ada.email)).toHaveLength(1);
    await learnDecision(addDays('2026-10-01', days));
    expect(await queuedJobs(test.database)).toEqual([]);
    await learnDecision();
    expect(await queuedJobs(test.database)).toEqual([]);
    await forgetDecision();
    await learnDecision();
    expect(await deliverMail(test)).toEqual([]);
    expect(await ada.bell()).toHaveLength(1);
  });

  it('notifies again after a correction, with the difference from the vintage before it', async () => {
    const ada = await createBorrower({ Home: drawn });
    await decide();
    await importCashRate(test.database, {
      until: '2026-08-31',
      more: [['2026-09-30', 4.1]],
      to: nextDay(),
    });
    await deliverMail(test);
    const [latest, earlier] = await ada.bell();
    expect(latest).toMatchObject({
      title: 'Cash rate 4.10%, down 0.50 points',
      text: expect.stringMatching(
        /^Home: your payment of 2,997\.75 would become 2,91\d\.\d\d \(−7\d\.\d\d\) a month\./,
      ),
    });
    expect(earlier?.title).toBe('Cash rate 4.60%, up 0.25 points');
  });

  it('sends no notification or email while its switch is off, even if it is on later', async () => {
    const ada = await createBorrower(
      { Home: drawn },
      { preferences: { cash_rate_change: false, cash_rate_mail: true } },
    );
    expect((await decide()).map(({ to }) => to)).not.toContain(ada.email);
    await callApi(test, updatePreferences, { access: ada.access, body: { cash_rate_change: true } }).expect(
      200,
    );
    await forgetDecision();
    await learnDecision();
    expect(await deliverMail(test)).toEqual([]);
    expect(await ada.bell()).toEqual([]);
  });
});
