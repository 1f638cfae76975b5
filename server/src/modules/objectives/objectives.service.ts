import { utcDay } from 'contract/days.ts';
import { objectiveLimits, objectiveMessages } from 'contract/objectives/objectives.constants.ts';
import {
  type CreateObjectiveBody,
  Objective,
  type UpdateObjectiveBody,
} from 'contract/objectives/objectives.ts';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import type { Dependencies } from '#dependencies.ts';
import type { Caller } from '#auth/sessions/callers.ts';
import { lockCaller } from '#domain/accounts/permissions.ts';
import { assertStorageAvailable } from '#domain/storage/storage-usage.ts';
import { AppError, notFound, validationFailed } from '#errors.ts';
import type { Prisma } from '#generated/prisma/client.ts';
import { readClock } from '#platform/database/clock-and-locks.queries.ts';
import { isForeignKeyViolation, type Transaction } from '#platform/database/database.ts';
import { monthsLeft, neededCents, progressPercent } from './progress.ts';

export type ObjectiveDependencies = Pick<Dependencies, 'database' | 'settings'>;

export async function listObjectives(
  { database }: ObjectiveDependencies,
  { user }: Pick<Caller, 'user'>,
): Promise<Objective[]> {
  const objectives = await database.prisma.objective.findMany({
    where: { user_id: user.id },
    orderBy: [{ target_date: 'asc' }, { id: 'asc' }],
    include: withAmounts,
  });
  const today = utcDay(await readClock(database));
  return objectives.map((objective) => toObjective(objective, today));
}

export async function readObjective(
  { database }: ObjectiveDependencies,
  { user }: Pick<Caller, 'user'>,
  id: string,
): Promise<Objective> {
  const where = { id, user_id: user.id };
  const objective = await database.prisma.objective.findUniqueOrThrow({ where, include: withAmounts });
  return toObjective(objective, utcDay(await readClock(database)));
}

export async function createObjective(
  { database, settings }: ObjectiveDependencies,
  caller: Caller,
  fields: z.output<typeof CreateObjectiveBody>,
): Promise<Objective> {
  const save = database.prisma.$transaction(async (tx) => {
    const user = await lockCaller(tx, caller);
    const today = utcDay(await readClock(tx));
    refusePast(fields.target_date, today);
    if ((await tx.objective.count({ where: { user_id: user.id } })) >= objectiveLimits.objectives) {
      throw new AppError('conflict', objectiveMessages.tooManyObjectives);
    }
    await assertStorageAvailable(tx, settings, user);
    const currentCents = BigInt(fields.current_amount ?? 0);
    const objective = await tx.objective.create({
      data: {
        id: uuidv7(),
        user_id: user.id,
        title: fields.title,
        kind: fields.kind,
        target_cents: BigInt(fields.target_amount),
        current_cents: currentCents,
        target_date: new Date(fields.target_date),
        calculation_id: await checkOwnCalculation(tx, user.id, fields.calculation_id),
        amounts: { create: { date: new Date(today), amount_cents: currentCents } },
      },
      include: withAmounts,
    });
    return toObjective(objective, today);
  });
  return save.catch(refuseMissingCalculation);
}

/** Absent fields do not change. Changes of one user run one after another, because each locks the user. */
export async function updateObjective(
  { database }: ObjectiveDependencies,
  caller: Caller,
  id: string,
  {
    target_amount,
    current_amount,
    target_date,
    calculation_id,
    ...texts
  }: z.output<typeof UpdateObjectiveBody>,
): Promise<Objective> {
  const save = database.prisma.$transaction(async (tx) => {
    const user = await lockCaller(tx, caller);
    const stored = await tx.objective.findFirst({ where: { id, user_id: user.id } });
    if (!stored) throw notFound();
    const today = utcDay(await readClock(tx));
    if (target_date !== undefined && target_date !== utcDay(stored.target_date))
      refusePast(target_date, today);
    const currentCents = BigInt(current_amount ?? stored.current_cents);
    const objective = await tx.objective.update({
      where: { id },
      data: {
        ...texts,
        ...(target_amount !== undefined && { target_cents: BigInt(target_amount) }),
        ...(target_date !== undefined && { target_date: new Date(target_date) }),
        ...(calculation_id !== undefined && {
          calculation_id: await checkOwnCalculation(tx, user.id, calculation_id),
        }),
        ...(currentCents !== stored.current_cents && {
          current_cents: currentCents,
          amounts: amountOf(id, today, currentCents),
        }),
      },
      include: withAmounts,
    });
    return toObjective(objective, today);
  });
  return save.catch(refuseMissingCalculation);
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

async function checkOwnCalculation(
  tx: Transaction,
  userId: string,
  id: string | null = null,
): Promise<string | null> {
  if (id === null) return null;
  if ((await tx.calculation.count({ where: { id, user_id: userId } })) === 0) throw notOwnCalculation();
  return id;
}

const notOwnCalculation = () => validationFailed({ calculation_id: [objectiveMessages.notOwnCalculation] });

/** The calculation was deleted after its check. */
function refuseMissingCalculation(error: unknown): never {
  throw isForeignKeyViolation(error) ? notOwnCalculation() : error;
}

function refusePast(targetDate: string, today: string): void {
  if (targetDate < today) throw validationFailed({ target_date: [objectiveMessages.dateInPast] });
}

function toObjective(stored: StoredObjective, today: string): Objective {
  const [targetCents, currentCents] = [Number(stored.target_cents), Number(stored.current_cents)];
  const targetDate = utcDay(stored.target_date);
  const months = monthsLeft(today, targetDate);
  const needed = neededCents(currentCents, targetCents, months);
  return {
    id: stored.id,
    title: stored.title,
    kind: Objective.shape.kind.parse(stored.kind),
    target_amount: targetCents / 100,
    current_amount: currentCents / 100,
    target_date: targetDate,
    calculation_id: stored.calculation_id,
    progress_percent: progressPercent(currentCents, targetCents),
    months_left: months,
    needed_per_month: needed === null ? null : needed / 100,
    history: stored.amounts.map(({ date, amount_cents }) => ({
      date: utcDay(date),
      amount: Number(amount_cents) / 100,
    })),
  };
}
