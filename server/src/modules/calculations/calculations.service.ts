import {
  type CalculationKind,
  calculationMessages,
  variableKinds,
} from 'contract/calculations/calculations.constants.ts';
import {
  Calculation,
  type CreateCalculationBody,
  type ListCalculationsQuery,
  type UpdateCalculationBody,
} from 'contract/calculations/calculations.ts';
import { cashRateSlug } from 'contract/datasets/datasets.constants.ts';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import type { Dependencies } from '#dependencies.ts';
import type { Caller } from '#auth/sessions/callers.ts';
import { placePage } from '#domain/lists/lists.ts';
import { notify } from '#domain/notifications/notifications.ts';
import { lockCaller } from '#domain/accounts/permissions.ts';
import { assertStorageAvailable } from '#domain/storage/storage-usage.ts';
import { AppError, notFound, validationFailed } from '#errors.ts';
import type { Prisma } from '#generated/prisma/client.ts';
import { readClock } from '#platform/database/clock-and-locks.queries.ts';
import {
  type Database,
  type HasDatabase,
  isForeignKeyViolation,
  type Transaction,
} from '#platform/database/database.ts';
import { isRecord, ofNewerVersion } from '#domain/stored-json.ts';
import { friendshipOf } from '#domain/accounts/friendships.ts';
import { currentMethod, methodRecord } from '#domain/finance/method-record.ts';
import {
  type CalculationRow,
  lockOwnCalculation,
  selectCalculation,
  selectCalculations,
} from './calculations.queries.ts';
import type { Calculators, Charging } from '#domain/finance/calculators.ts';
import { changesBetween, calculate, summaryOf } from './calculators.ts';

export interface CalculationDependencies extends Pick<Dependencies, 'database' | 'settings'> {
  calculators: Calculators;
}

/** The dependencies of one request. */
interface CalculatingDependencies extends CalculationDependencies {
  charging: Charging;
}

export async function listCalculations(
  { database }: HasDatabase,
  { user, isAssistant }: Caller,
  filter: z.output<typeof ListCalculationsQuery>,
) {
  const rows = await selectCalculations(database, user.id, filter, isAssistant);
  const totalCalculation = rows[0]?.total ?? 0;
  const data = rows.map(toCalculation);
  return { data, totalCalculation, ...placePage(filter, totalCalculation).place };
}

/** The result, and the differences between its summary and the stored one. */
export async function getCalculation(
  { database, calculators, charging }: CalculatingDependencies,
  caller: Caller,
  id: string,
) {
  const row = await readRow(database, caller, id);
  const kind = knownKind(row);
  const result = await recalculate(calculators, charging, kind, row.input);
  const changes = changesBetween(row.summary, summaryOf(kind, result));
  return { calculation: toCalculation(row), result, changes };
}

export async function createCalculation(
  { database, settings, calculators, charging }: CalculatingDependencies,
  caller: Pick<Caller, 'user'>,
  { kind, input, variable_rate: isVariable, ...texts }: z.output<typeof CreateCalculationBody>,
): Promise<Calculation> {
  refuseVariable(kind, isVariable);
  const id = uuidv7();
  const data = await computed(calculators, charging, kind, input);
  return database.prisma.$transaction(async (tx) => {
    const user = await lockCaller(tx, caller);
    await assertStorageAvailable(tx, settings, user);
    await assertCashRateVintage(tx, texts.rates_from);
    const now = await readClock(tx);
    const calculated = { ...currentMethod(now) };
    const rate_day = isVariable ? now : null;
    await tx.calculation.create({ data: { id, user_id: user.id, ...data, calculated, rate_day, ...texts } });
    return readCalculation(tx, caller, id);
  });
}

type UpdateBody = z.output<typeof UpdateCalculationBody>;

export async function updateCalculation(
  deps: CalculatingDependencies,
  caller: Caller,
  id: string,
  { kind, input, variable_rate, ...texts }: UpdateBody,
): Promise<Calculation> {
  return deps.database.prisma.$transaction(async (tx) => {
    const [stored] = await lockOwnCalculation(tx, caller.user.id, id);
    if (!stored) throw notFound();
    await assertCashRateVintage(tx, texts.rates_from);
    const isText = kind === undefined && input === undefined && variable_rate === undefined;
    const now = await readClock(tx);
    const changes = isText ? {} : await changedFigures(deps, stored, { kind, input, variable_rate }, now);
    // A row without a record has the day of its last change, which this changes.
    const calculated = stored.calculated === null && { calculated: { ...methodRecord(stored) } };
    await tx.calculation.update({
      where: { id },
      data: { ...texts, ...calculated, ...changes, date_updated: now },
    });
    return readCalculation(tx, caller, id);
  });
}

/** Throws `conflict` for a calculation of a newer version. */
async function changedFigures(
  { calculators, charging }: CalculatingDependencies,
  stored: Awaited<ReturnType<typeof lockOwnCalculation>>[number],
  {
    kind,
    input,
    variable_rate,
  }: { [Field in 'kind' | 'input' | 'variable_rate']: UpdateBody[Field] | undefined },
  now: Date,
) {
  const storedKind = knownKind(stored);
  const isVariable = variable_rate ?? stored.is_variable;
  refuseVariable(kind ?? storedKind, isVariable);
  const isComputed = kind !== undefined || input !== undefined;
  const figures = isComputed && {
    ...(await computed(calculators, charging, kind ?? storedKind, input ?? stored.input)),
    calculated: { ...currentMethod(now) },
  };
  const isRateDay = isVariable && (input !== undefined || !stored.is_variable);
  return { ...figures, ...(isRateDay && { rate_day: now }), ...(!isVariable && { rate_day: null }) };
}

/** Stores the figures of the current method. */
export async function acceptCalculation(
  { database, calculators, charging }: CalculatingDependencies,
  caller: Caller,
  id: string,
): Promise<Calculation> {
  return database.prisma.$transaction(async (tx) => {
    const [stored] = await lockOwnCalculation(tx, caller.user.id, id);
    if (!stored) throw notFound();
    const kind = knownKind(stored);
    const summary = summaryOf(kind, await recalculate(calculators, charging, kind, stored.input));
    const calculated = { ...currentMethod(await readClock(tx)) };
    await tx.calculation.update({ where: { id }, data: { summary, calculated } });
    return readCalculation(tx, caller, id);
  });
}

/** Replaces the list of recipients. */
export async function shareCalculation(
  { database }: HasDatabase,
  caller: Caller,
  id: string,
  friendIds: readonly string[],
): Promise<Calculation> {
  const { user } = caller;
  const shares = [...new Set(friendIds)].map((friendId) => ({
    calculation_id: id,
    friend_id: friendId,
    ...friendshipOf(user.id, friendId),
  }));
  const save = database.prisma.$transaction(async (tx) => {
    const [stored] = await lockOwnCalculation(tx, user.id, id);
    if (!stored) throw notFound();
    const former = await tx.calculationShare.findMany({ where: { calculation_id: id } });
    await tx.calculationShare.deleteMany({ where: { calculation_id: id } });
    await tx.calculationShare.createMany({ data: shares });
    const added = shares.filter(({ friend_id }) => former.every((share) => share.friend_id !== friend_id));
    const userIds = added.map(({ friend_id }) => friend_id);
    await notify(tx, userIds, { kind: 'calculation_shared', by: user, name: stored.name });
    return readCalculation(tx, caller, id);
  });
  return save.catch((error: unknown) => {
    // Each share references a friendship.
    if (isForeignKeyViolation(error)) throw validationFailed({ user_ids: [calculationMessages.onlyFriends] });
    throw error;
  });
}

/** Refuses a name that no vintage of the cash rate has. */
async function assertCashRateVintage(tx: Transaction, name: string | null | undefined): Promise<void> {
  if (!name) return;
  const vintage = await tx.datasetVintage.findFirst({
    where: { slug: cashRateSlug, sha256: { startsWith: name } },
    select: { slug: true },
  });
  if (!vintage) throw validationFailed({ rates_from: [calculationMessages.unknownRates] });
}

function refuseVariable(kind: string, isVariable: boolean): void {
  if (isVariable && !(variableKinds as readonly string[]).includes(kind)) {
    throw validationFailed({ variable_rate: [calculationMessages.onlyLoansVariable] });
  }
}

export async function readCalculation(
  executor: Database | Transaction,
  caller: Pick<Caller, 'user'>,
  id: string,
): Promise<Calculation> {
  return toCalculation(await readRow(executor, caller, id));
}

async function readRow(
  executor: Database | Transaction,
  { user, isAssistant }: Pick<Caller, 'user' | 'isAssistant'>,
  id: string,
): Promise<CalculationRow> {
  const [row] = await selectCalculation(executor, user.id, id, isAssistant);
  if (!row) throw notFound();
  return row;
}

type Figures = Pick<CalculationRow, 'kind' | 'input' | 'summary'>;

function toCalculation(row: CalculationRow): Calculation {
  const { method, on } = methodRecord(row);
  const known = isKnown(row) ? {} : { kind: 'unknown', input: {}, summary: {} };
  return Calculation.parse({ ...row, ...known, method, calculated_on: on });
}

const isKnown = ({ kind, input, summary }: Figures): boolean =>
  Calculation.shape.kind.parse(kind) !== 'unknown' && isRecord(input) && isRecord(summary);

/** Throws `conflict` for a calculation that only a newer version can compute. */
function knownKind(stored: Figures): CalculationKind {
  if (!isKnown(stored)) throw ofNewerVersion();
  return stored.kind as CalculationKind;
}

/** Computes a stored input. Throws `conflict` with the reason for one that this version refuses. */
const recalculate = (...calculation: Parameters<typeof calculate>): Promise<object> =>
  calculate(...calculation).catch((error: unknown) => {
    if (!(error instanceof AppError) || error.code !== 'validation_failed') throw error;
    throw new AppError('conflict', `This version cannot compute what was saved. ${error.message}`);
  });

async function computed(calculators: Calculators, charging: Charging, kind: CalculationKind, input: unknown) {
  const summary = summaryOf(kind, await calculate(calculators, charging, kind, input));
  // Validated by its schema.
  return { kind, input: input as Prisma.InputJsonObject, summary };
}
