import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cashRateSlug as slug } from 'contract/datasets/datasets.constants.ts';
import { datasetsFolder } from '#root-folders.ts';
import { importDataset } from '#modules/datasets/import-dataset.ts';
import type { Database } from '#platform/database/database.ts';

type Change = [date: string, target: number];
interface CashRateFile {
  changes: Change[];
  coverage: [string, string];
}

const releaseFile = () =>
  JSON.parse(readFileSync(join(datasetsFolder, slug, 'data.json'), 'utf8')) as CashRateFile;

/** Imports the changes of the release up to a day, and later ones, like an operator. */
export async function importCashRate(
  database: Database,
  { until = '9999', more = [], to = '2026-11-20' }: { until?: string; more?: Change[]; to?: string },
): Promise<void> {
  const changes = [...releaseFile().changes.filter(([date]) => date <= until), ...more];
  const file = { changes, coverage: [changes[0]?.[0], to] };
  await importDataset(database, { folder: datasetsFolder }, slug, Buffer.from(JSON.stringify(file)));
}

/** Sets the day on which the rates of the user's calculations were right. */
export async function setRateDay({ pool }: Database, userId: string, day: string): Promise<void> {
  await pool.query('UPDATE calculations SET rate_day = $2 WHERE user_id = $1 AND rate_day IS NOT NULL', [
    userId,
    day,
  ]);
}
