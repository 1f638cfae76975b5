import { utcDay } from 'contract/days.ts';
import { FollowedLoanInput, type LoanGoal } from 'contract/followed-loans/followed-loan-fields.ts';
import type { LoanHeadline } from 'contract/followed-loans/followed-loan-result.ts';
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
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import type { Dependencies } from '#dependencies.ts';
import type { Caller } from '#auth/sessions/callers.ts';
import { inSlices } from '#domain/finance/in-slices.ts';
import { lockFollowedLoan } from '#domain/followed-loans/followed-loans.queries.ts';
import { inputOf } from '#domain/followed-loans/loan-record.ts';
import { lockCaller } from '#domain/accounts/permissions.ts';
import { assertStorageAvailable } from '#domain/storage/storage-usage.ts';
import { AppError, notFound, validationFailed } from '#errors.ts';
import type { Prisma } from '#generated/prisma/client.ts';
import { readClock } from '#platform/database/clock-and-locks.queries.ts';
import type { HasDatabase, Transaction } from '#platform/database/database.ts';
import { monthsLeft, neededCents, progressPercent } from './progress.ts';

export type ObjectiveDependencies = Pick<Dependencies, 'database' | 'settings'>;

export async function listObjectives(
  deps: ObjectiveDependencies,
  { user }: Pick<Caller, 'user'>,
  signal: AbortSignal,
): Promise<Objective[]> {
  const objectives = await deps.database.prisma.objective.findMany({
    where: { user_id: user.id },
    orderBy: [{ target_date: 'asc' }, { id: 'asc' }],
    include: withAmounts,
  });
  return toObjectives(deps, objectives, signal);
}

export async function readObjective(
  deps: ObjectiveDependencies,
  { user }: Pick<Caller, 'user'>,
  id: string,
  signal: AbortSignal,
): Promise<Objective> {
  const where = { id, user_id: user.id };
  const objective = await deps.database.prisma.objective.findUniqueOrThrow({ where, include: withAmounts });
  return (await toObjectives(deps, [objective], signal))[0]!;
}

export async function createObjective(
  deps: ObjectiveDependencies,
  caller: Caller,
  fields: z.output<typeof CreateObjectiveBody>,
  signal: AbortSignal,
): Promise<Objective> {
  const { database, settings } = deps;
  const objective = await database.prisma.$transaction(async (tx) => {
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
    return tx.objective.create({
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
  });
  return (await toObjectives(deps, [objective], signal))[0]!;
}

/** Absent fields do not change. Changes of one user run one after another, because each locks the user. */
export async function updateObjective(
  deps: ObjectiveDependencies,
  caller: Caller,
  id: string,
  fields: z.output<typeof UpdateObjectiveBody>,
  signal: AbortSignal,
): Promise<Objective> {
  const { target_amount: _target, current_amount, target_date, ...texts } = fields;
  const objective = await deps.database.prisma.$transaction(async (tx) => {
    const user = await lockCaller(tx, caller);
    const stored = await tx.objective.findFirst({ where: { id, user_id: user.id } });
    if (!stored) throw notFound();
    const today = utcDay(await readClock(tx));
    if (target_date !== undefined && target_date !== utcDay(stored.target_date))
      refusePast(target_date, today);
    const currentCents = BigInt(current_amount ?? stored.current_cents);
    const targetCents = await checkAmounts(tx, user.id, { ...stored, ...texts }, fields);
    return tx.objective.update({
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
  });
  return (await toObjectives(deps, [objective], signal))[0]!;
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

/** The amounts of typed objectives, and those that loans fill. */
async function toObjectives(
  { database }: HasDatabase,
  stored: readonly StoredObjective[],
  signal: AbortSignal,
): Promise<Objective[]> {
  const today = utcDay(await readClock(database));
  const loanIds = stored.flatMap(({ loan_id }) => loan_id ?? []);
  const loans = await database.prisma.followedLoan.findMany({
    where: { id: { in: loanIds } },
    select: { id: true, input: true, headline: true },
  });
  const filled = new Map<string, LoanObjective>();
  for (const loan of loans) {
    const input = FollowedLoanInput.safeParse(loan.input);
    // Of a newer version.
    if (!input.success) continue;
    const goals = stored.filter(({ loan_id }) => loan_id === loan.id).flatMap(goalOf);
    const headline = loan.headline as Pick<LoanHeadline, 'convention' | 'rate'>;
    const slices = loanObjectives(
      input.data,
      headline,
      goals.map(({ goal }) => goal),
    );
    const objectives = await inSlices(slices, signal);
    for (const [index, { id }] of goals.entries()) filled.set(id, objectives[index]!);
  }
  return stored.map((objective) => toObjective(objective, today, filled.get(objective.id)));
}

function goalOf({ id, kind, target_cents, target_date }: StoredObjective): { id: string; goal: LoanGoal }[] {
  const goalKind = goalKinds.find((each) => each === kind);
  if (!goalKind) return [];
  const amount = goalKind === 'pay_off' ? undefined : (Number(target_cents) as Cents);
  return [{ id, goal: { kind: goalKind, amount, date: utcDay(target_date) } }];
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
