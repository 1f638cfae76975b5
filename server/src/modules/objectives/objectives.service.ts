import { utcDay } from 'contract/days.ts';
import { FollowedLoanInput, type LoanGoal } from 'contract/followed-loans/followed-loan-fields.ts';
import { LoanHeadline } from 'contract/followed-loans/followed-loan-result.ts';
import { goalKinds } from 'contract/followed-loans/followed-loans.constants.ts';
import {
  objectiveLimits,
  objectiveMessages,
  typedObjectiveKinds,
} from 'contract/objectives/objectives.constants.ts';
import {
  type CreateObjectiveBody,
  Objective,
  type UpdateObjectiveBody,
} from 'contract/objectives/objectives.ts';
import type { Cents } from 'contract/units.ts';
import { borrowedOf, type LoanObjective, loanObjectives } from 'engine/calculators/loan-objectives.ts';
import type { Slices } from 'engine/slices.ts';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import { divideExactlyHalfUp } from 'engine/arithmetic/rounding.ts';
import type { Dependencies } from '#dependencies.ts';
import type { Caller } from '#auth/sessions/callers.ts';
import { type Charging, inSlices } from '#domain/finance/calculators.ts';
import { loanObjectivesCost } from '#domain/finance/computation-cost.ts';
import { lockFollowedLoan } from '#domain/followed-loans/followed-loans.queries.ts';
import { inputOf } from '#domain/followed-loans/loan-record.ts';
import { lockCaller } from '#domain/accounts/permissions.ts';
import { ofNewerVersion } from '#domain/stored-json.ts';
import { assertStorageAvailable } from '#domain/storage/storage-usage.ts';
import { AppError, validationFailed } from '#errors.ts';
import type { Prisma } from '#generated/prisma/client.ts';
import { readClock } from '#platform/database/clock-and-locks.queries.ts';
import type { Transaction } from '#platform/database/database.ts';

/** 0 to 100, to 2 decimals, rounded half up; at most 99.99 of what is not reached. */
export function progressPercent(currentCents: number, targetCents: number): number {
  if (currentCents >= targetCents) return 100;
  return Math.min(divideExactlyHalfUp(10_000n * BigInt(currentCents), BigInt(targetCents)) / 100, 99.99);
}

/** Whole calendar months, or 0 if the date is past. */
export function monthsLeft(today: string, targetDate: string): number {
  const [year = 0, month = 0, day = 0] = today.split('-').map(Number);
  const [targetYear = 0, targetMonth = 0, targetDay = 0] = targetDate.split('-').map(Number);
  const months = 12 * (targetYear - year) + targetMonth - month - (targetDay < day ? 1 : 0);
  return Math.max(0, months);
}

/** The missing amount per month, rounded up. Null at 0 months. */
export function neededCents(currentCents: number, targetCents: number, months: number): number | null {
  if (months === 0) return null;
  const missing = BigInt(Math.max(0, targetCents - currentCents));
  return Number((missing + BigInt(months) - 1n) / BigInt(months));
}

export type ObjectiveDependencies = Pick<Dependencies, 'database' | 'settings'>;

/** The dependencies of one request. */
interface FillingDependencies extends ObjectiveDependencies {
  charging: Charging;
}

export async function listObjectives(deps: FillingDependencies, { user }: Pick<Caller, 'user'>) {
  const objectives = await deps.database.prisma.objective.findMany({
    where: { user_id: user.id },
    orderBy: [{ target_date: 'asc' }, { id: 'asc' }],
    include: withAmounts,
  });
  return toObjectives(deps.database.prisma, objectives, deps.charging);
}

export async function readObjective(deps: FillingDependencies, { user }: Pick<Caller, 'user'>, id: string) {
  const where = { id, user_id: user.id };
  const objective = await deps.database.prisma.objective.findUniqueOrThrow({ where, include: withAmounts });
  return (await toObjectives(deps.database.prisma, [objective], deps.charging))[0]!;
}

/** A refusal to compute the figures undoes the change, as that of any other calculation. */
export async function createObjective(
  deps: FillingDependencies,
  caller: Caller,
  fields: z.output<typeof CreateObjectiveBody>,
): Promise<Objective> {
  const { database, settings, charging } = deps;
  return database.prisma.$transaction(async (tx) => {
    const user = await lockCaller(tx, caller);
    const today = utcDay(await readClock(tx));
    refusePast(fields.target_date, today);
    if ((await tx.objective.count({ where: { user_id: user.id } })) >= objectiveLimits.objectives) {
      throw new AppError('conflict', objectiveMessages.tooManyObjectives);
    }
    await assertStorageAvailable(tx, settings, user);
    const targetCents = await checkAmounts(tx, user.id, fields, fields);
    if (targetCents === undefined) throw validationFailed({ target_amount: ['Required.'] });
    const currentCents = BigInt(fields.current_amount ?? 0);
    const objective = await tx.objective.create({
      data: {
        id: uuidv7(),
        user_id: user.id,
        title: fields.title,
        kind: fields.kind,
        target_cents: BigInt(targetCents),
        current_cents: currentCents,
        target_date: new Date(fields.target_date),
        loan_id: fields.loan_id ?? null,
        amounts: { create: { date: new Date(today), amount_cents: currentCents } },
      },
      include: withAmounts,
    });
    return (await toObjectives(tx, [objective], charging))[0]!;
  });
}

/** Absent fields do not change. Changes of one user run one after another, because each locks the user. */
export async function updateObjective(
  deps: FillingDependencies,
  caller: Caller,
  id: string,
  fields: z.output<typeof UpdateObjectiveBody>,
): Promise<Objective> {
  const { target_amount: _target, current_amount, target_date, ...texts } = fields;
  return deps.database.prisma.$transaction(async (tx) => {
    const user = await lockCaller(tx, caller);
    const stored = await tx.objective.findUniqueOrThrow({ where: { id, user_id: user.id } });
    const isUnknown = Objective.shape.kind.parse(stored.kind) === 'unknown';
    if (isUnknown && Object.keys(fields).some((field) => field !== 'title')) throw ofNewerVersion();
    const today = utcDay(await readClock(tx));
    if (target_date !== undefined && target_date !== utcDay(stored.target_date))
      refusePast(target_date, today);
    const currentCents = BigInt(current_amount ?? stored.current_cents);
    const targetCents = isUnknown
      ? undefined
      : await checkAmounts(tx, user.id, { ...stored, ...texts }, fields);
    const objective = await tx.objective.update({
      where: { id },
      data: {
        ...texts,
        ...(targetCents !== undefined && { target_cents: BigInt(targetCents) }),
        ...(target_date !== undefined && { target_date: new Date(target_date) }),
        ...(currentCents !== stored.current_cents && {
          current_cents: currentCents,
          amounts: amountOf(id, today, currentCents),
        }),
      },
      include: withAmounts,
    });
    return (await toObjectives(tx, [objective], deps.charging))[0]!;
  });
}

const withAmounts = {
  amounts: { orderBy: { date: 'asc' } },
} satisfies Prisma.ObjectiveInclude;

type StoredObjective = Prisma.ObjectiveGetPayload<{ include: typeof withAmounts }>;

const amountOf = (objective_id: string, today: string, amount_cents: bigint) => {
  const date = new Date(today);
  return {
    upsert: {
      where: { objective_id_date: { objective_id, date } },
      create: { date, amount_cents },
      update: { amount_cents },
    },
  };
};

interface Amounts {
  target_amount?: number;
  current_amount?: number;
}

/** Refuses amounts that the loan fills. Resolves to the target, if it is known or changes. */
async function checkAmounts(
  tx: Transaction,
  userId: string,
  { kind, loan_id: loanId = null }: { kind: string; loan_id?: string | null },
  { target_amount, current_amount }: Amounts,
): Promise<number | undefined> {
  const isTyped = (typedObjectiveKinds as readonly string[]).includes(kind);
  if (loanId === null) {
    if (!isTyped) throw validationFailed({ kind: [objectiveMessages.needsLoan] });
    return target_amount;
  }
  if (kind === 'save') throw validationFailed({ kind: [objectiveMessages.notFilledByLoan] });
  // The row is locked, so that the loan cannot be deleted meanwhile.
  const [loan] = await lockFollowedLoan(tx, userId, loanId);
  if (!loan) throw validationFailed({ loan_id: [objectiveMessages.notFollowed] });
  const filled = [objectiveMessages.filledByLoan];
  const refused = {
    ...(current_amount !== undefined && { current_amount: filled }),
    ...(kind === 'pay_off' && target_amount !== undefined && { target_amount: filled }),
  };
  if (Object.keys(refused).length > 0) throw validationFailed(refused);
  return kind === 'pay_off' ? Math.max(borrowedOf(inputOf(loan)), 1) : target_amount;
}

function refusePast(targetDate: string, today: string): void {
  if (targetDate < today) throw validationFailed({ target_date: [objectiveMessages.dateInPast] });
}

const StoredHeadline = LoanHeadline.pick({ convention: true, rate: true });

/** The amounts of typed objectives, and those that loans fill. They are charged together. */
async function toObjectives(tx: Transaction, stored: readonly StoredObjective[], charging: Charging) {
  const today = utcDay(await readClock(tx));
  const loanIds = stored.flatMap(({ loan_id }) => loan_id ?? []);
  const loans = await tx.followedLoan.findMany({
    where: { id: { in: loanIds } },
    select: { id: true, input: true, headline: true },
  });
  const filling = loans.flatMap(({ id, input, headline }): Filling[] => {
    const parsed = FollowedLoanInput.safeParse(input);
    const known = StoredHeadline.safeParse(headline);
    // Of a newer version.
    if (!parsed.success || !known.success) return [];
    const goals = stored.filter(({ loan_id }) => loan_id === id).flatMap(goalOf);
    return [{ loan: parsed.data, headline: known.data, goals }];
  });
  const filled =
    filling.length === 0
      ? new Map<string, LoanObjective>()
      : await inSlices(charging, loanObjectivesCost(filling), fill(filling));
  return stored.map((objective) => toObjective(objective, today, filled.get(objective.id)));
}

interface Filling {
  loan: FollowedLoanInput;
  headline: Pick<LoanHeadline, 'convention' | 'rate'>;
  goals: readonly (LoanGoal & { id: string })[];
}

function* fill(filling: readonly Filling[]): Slices<Map<string, LoanObjective>> {
  const filled = new Map<string, LoanObjective>();
  for (const { loan, headline, goals } of filling) {
    const objectives = yield* loanObjectives(loan, headline, goals);
    for (const [index, { id }] of goals.entries()) filled.set(id, objectives[index]!);
  }
  return filled;
}

function goalOf({ id, kind, target_cents, target_date }: StoredObjective): Filling['goals'] {
  const goalKind = goalKinds.find((each) => each === kind);
  if (!goalKind) return [];
  const amount = goalKind === 'pay_off' ? undefined : (Number(target_cents) as Cents);
  return [{ id, kind: goalKind, amount, date: utcDay(target_date) }];
}

function toObjective(stored: StoredObjective, today: string, filled: LoanObjective | undefined): Objective {
  const [targetCents, typedCents] = [Number(stored.target_cents), Number(stored.current_cents)];
  const currentCents = filled ? Math.round(filled.current_amount * 100) : typedCents;
  const targetDate = utcDay(stored.target_date);
  const months = monthsLeft(today, targetDate);
  const needsMonthly = !filled || filled.kind === 'offset_above';
  const needed = needsMonthly ? neededCents(currentCents, targetCents, months) : null;
  return {
    id: stored.id,
    title: stored.title,
    kind: Objective.shape.kind.parse(stored.kind),
    target_amount: filled?.target_amount ?? targetCents / 100,
    current_amount: currentCents / 100,
    target_date: targetDate,
    loan_id: stored.loan_id,
    expected_on: filled?.expected_on ?? null,
    on_track: filled?.on_track ?? null,
    needed_extra: filled?.needed_extra ?? null,
    progress_percent: filled?.progress_percent ?? progressPercent(currentCents, targetCents),
    months_left: months,
    needed_per_month: needed === null ? null : needed / 100,
    history:
      filled?.history ??
      stored.amounts.map(({ date, amount_cents }) => ({
        date: utcDay(date),
        amount: Number(amount_cents) / 100,
      })),
  };
}
