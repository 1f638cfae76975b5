import { setImmediate } from 'node:timers/promises';
import { calculationInputs } from 'contract/calculations/calculations.ts';
import type { DatasetPoint } from 'contract/datasets/datasets.ts';
import { defaultCompoundingFrequency } from 'contract/loans/loans.constants.ts';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import { type RateDecision, rateMillionths, targetOn } from '#domain/finance/rate-decision.ts';
import { notifyUsers } from '#domain/notifications/notifications.ts';
import type { Database, HasDatabase } from '#platform/database/database.ts';
import { enqueueJob } from '#platform/jobs/jobs.ts';
import { bulkPriority } from '#platform/jobs/jobs.queries.ts';
import {
  insertCashRateNotices,
  selectVariableCalculations,
  selectVariableUsers,
} from '../calculations.queries.ts';
import {
  type ChangedCalculation,
  mailSentences,
  notificationText,
  titleOf,
  type CashRateMailJob,
  cashRateMailTask,
} from './cash-rate-mail.ts';

type Scenario = z.output<typeof calculationInputs.scenario>;

interface AnnouncementDependencies extends HasDatabase {
  readRateChanges: (database: Database, vintage: string) => Promise<DatasetPoint[]>;
  paymentAfterRateChange: (
    scenario: Scenario,
    change: { date: string; rateDay: string; addedMillionths: number },
  ) => { beforeCents: number; afterCents: number } | null;
}

const usersPerTransaction = 200;

interface CheckedUser {
  id: string;
  takesMail: boolean;
  changed: ChangedCalculation[];
}

/** A job. A repeated job continues with the users who have not been checked yet. */
export async function announceRateDecision(deps: AnnouncementDependencies, decision: RateDecision) {
  const { database } = deps;
  const changes = await deps.readRateChanges(database, decision.vintage);
  let after: string | null = null;
  while (true) {
    const users = await selectVariableUsers(database, decision, after, usersPerTransaction);
    const last = users.at(-1);
    if (!last) return;
    const checked: CheckedUser[] = [];
    for (const { id, takes_mail: takesMail } of users) {
      checked.push({ id, takesMail, changed: await changedCalculations(deps, decision, changes, id) });
    }
    await recordBatch(database, decision, checked);
    after = last.id;
  }
}

async function changedCalculations(
  { database, paymentAfterRateChange }: AnnouncementDependencies,
  decision: RateDecision,
  changes: readonly DatasetPoint[],
  userId: string,
): Promise<ChangedCalculation[]> {
  const changed: ChangedCalculation[] = [];
  for (const calculation of await selectVariableCalculations(database, userId, decision)) {
    // Lets the process serve requests between two calculations.
    await setImmediate();
    const { name, rate_day: rateDay } = calculation;
    const before = targetOn(changes, rateDay);
    const scenario = scenarioOf(calculation);
    if (before === null || !scenario) continue;
    const addedMillionths = rateMillionths(decision.target) - before;
    if (addedMillionths === 0) continue;
    const payment = paymentAfterRateChange(scenario, { date: decision.date, rateDay, addedMillionths });
    if (!payment || payment.beforeCents === payment.afterCents) continue;
    changed.push({ name, frequency: scenario.payment_frequency, ...payment });
  }
  return changed;
}

/** A loan is a scenario without options. Null if an earlier version saved what is no longer valid. */
function scenarioOf({ kind, input }: { kind: string; input: unknown }): Scenario | null {
  const compounding = kind === 'loan' ? { compounding_frequency: defaultCompoundingFrequency } : {};
  return calculationInputs.scenario.safeParse({ ...compounding, ...(input as object) }).data ?? null;
}

async function recordBatch({ prisma }: Database, decision: RateDecision, checked: readonly CheckedUser[]) {
  const title = titleOf(decision);
  await prisma.$transaction(async (tx) => {
    const userIds = checked.map(({ id }) => id);
    const rows = await insertCashRateNotices(tx, decision, userIds);
    const unnotified = new Set(rows.map(({ user_id }) => user_id));
    const concerned = checked.filter(({ id, changed }) => changed.length > 0 && unnotified.has(id));
    const events = concerned.map(({ id, changed }) => ({
      userId: id,
      event: { kind: 'cash_rate_change' as const, title, text: notificationText(changed) },
    }));
    await notifyUsers(tx, events);
    for (const { id, changed } of concerned.filter(({ takesMail }) => takesMail)) {
      const sentences = mailSentences(changed);
      const job: CashRateMailJob = { id: uuidv7(), user_id: id, decision, sentences };
      await enqueueJob(tx, cashRateMailTask, job, { priority: bulkPriority });
    }
  });
}
