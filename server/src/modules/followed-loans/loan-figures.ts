/** The figures of a loan, for the goals of one owner. */
import { calculationMethod } from 'contract/calculations/method.ts';
import { cashRateSlug } from 'contract/datasets/datasets.constants.ts';
import type { FollowedLoanInput, FollowLoanBody } from 'contract/followed-loans/followed-loan-fields.ts';
import { type FollowedLoanResult, LoanHeadline } from 'contract/followed-loans/followed-loan-result.ts';
import { type GoalKind, goalKinds } from 'contract/followed-loans/followed-loans.constants.ts';
import { utcDay } from 'contract/days.ts';
import type { Cents } from 'contract/units.ts';
import { followedLoanResult } from 'engine/calculators/followed-loan.ts';
import type { CashRateChange } from 'engine/followed-loans/decisions.ts';
import type { Dependencies } from '#dependencies.ts';
import type { Caller } from '#auth/sessions/callers.ts';
import { type Charging, inSlices } from '#domain/finance/calculators.ts';
import { followedLoanCost } from '#domain/finance/computation-cost.ts';
import type { Prisma } from '#generated/prisma/client.ts';
import type { HasDatabase } from '#platform/database/database.ts';
import { type Fault, faultKey } from './loan-faults.ts';

export interface LoanDependencies extends Pick<Dependencies, 'database' | 'settings'> {
  /** The changes of the target in the newest vintage, the earliest first. */
  readCashRate: () => Promise<readonly CashRateChange[]>;
}

/** The dependencies of one request. */
export interface CalculatingDependencies extends LoanDependencies {
  charging: Charging;
}

export async function calculateLoan(
  { readCashRate, charging }: Pick<CalculatingDependencies, 'readCashRate' | 'charging'>,
  request: FollowLoanBody,
): Promise<FollowedLoanResult> {
  const cashRate = await readCashRate();
  return inSlices(charging, followedLoanCost(request), followedLoanResult(request, cashRate));
}

/** With the goals that the caller has set for the loan. */
export async function calculateOwnLoan(
  deps: CalculatingDependencies,
  { user }: Pick<Caller, 'user'>,
  loanId: string,
  input: FollowedLoanInput,
): Promise<FollowedLoanResult> {
  const goals = await goalsOf(deps, user.id, loanId);
  return calculateLoan(deps, { ...input, goals });
}

const isGoalKind = (kind: string): kind is GoalKind => (goalKinds as readonly string[]).includes(kind);

/** An owner has more objectives than goals in a request only after a change of the limits. */
async function goalsOf({ database }: HasDatabase, userId: string, loanId: string) {
  const objectives = await database.prisma.objective.findMany({
    where: { user_id: userId, loan_id: loanId },
    orderBy: [{ target_date: 'asc' }, { id: 'asc' }],
    take: 20,
  });
  return objectives.flatMap(({ kind, target_cents, target_date }) =>
    isGoalKind(kind)
      ? [
          {
            kind,
            date: utcDay(target_date),
            amount: kind === 'pay_off' ? undefined : (Number(target_cents) as Cents),
          },
        ]
      : [],
  );
}

/** What both owners may read, without the rows. */
export const headlineOf = (figures: FollowedLoanResult, faults: readonly Fault[]) => ({
  headline: { ...LoanHeadline.parse(figures), faults: faults.map(faultKey) } as Prisma.InputJsonObject,
  method: calculationMethod,
});

export const cashRateOf = (
  datasets: ReadonlyMap<string, { series: readonly { date: string; value: number }[] | null }>,
): readonly CashRateChange[] => datasets.get(cashRateSlug)?.series ?? [];
