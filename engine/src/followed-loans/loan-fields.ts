/** A request as it is sent: amounts in dollars, rates in percent. */
import type { FollowedLoanFields, FollowedLoanInput } from 'contract/followed-loans/followed-loan-fields.ts';
import type { Transaction as Row } from 'contract/statements/statement-fields.ts';

type Plan = NonNullable<FollowedLoanInput['plan']>;

const dollars = (cents: number | undefined) => (cents === undefined ? undefined : cents / 100);
const percent = (millionths: number | undefined) => (millionths === undefined ? undefined : millionths / 1e6);

export const rowFields = ({ date, amount, kind, balance }: Row) => ({
  date,
  amount: amount / 100,
  ...(kind !== 'other' && { kind }),
  ...(balance !== undefined && { balance: balance / 100 }),
});

const planFields = ({ amount, annual_interest_rate, ...plan }: Plan) => ({
  ...plan,
  amount: dollars(amount),
  annual_interest_rate: percent(annual_interest_rate),
});

export const offsetFields = ({ balances }: FollowedLoanInput['offset_accounts'][number]) => ({
  balances: balances.map(({ date, balance }) => ({ date, balance: balance / 100 })),
});

/** Without the fields that are absent. */
export function loanFields(loan: FollowedLoanInput): FollowedLoanFields {
  const fields = {
    ...loan,
    transactions: loan.transactions?.map(rowFields),
    opening_balance: dollars(loan.opening_balance),
    rates: loan.rates.map(({ from, annual_interest_rate: rate }) => ({
      from,
      annual_interest_rate: rate / 1e6,
    })),
    offset_accounts: loan.offset_accounts.map(offsetFields),
    owed: dollars(loan.owed),
    annual_interest_rate: percent(loan.annual_interest_rate),
    payment: loan.payment && { ...loan.payment, amount: loan.payment.amount / 100 },
    plan: loan.plan && planFields(loan.plan),
  };
  return JSON.parse(JSON.stringify(fields)) as FollowedLoanFields;
}
