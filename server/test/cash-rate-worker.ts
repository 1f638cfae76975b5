// Replaces the server in a test that kills it: it only runs the jobs of a rate decision.
import { paymentAfterRateChange } from 'engine/calculators/rate-change.ts';
import { pino } from 'pino';
import { deriveKeys } from '#auth/keys/keys.ts';
import { rateDecisionTask } from '#domain/finance/rate-decision.ts';
import { announceRateDecision } from '#modules/calculations/cash-rate/announce-decision.service.ts';
import { cashRateMailTask, sendCashRateMail } from '#modules/calculations/cash-rate/cash-rate-mail.ts';
import { readRateChanges } from '#modules/datasets/vintages.ts';
import { readConfig } from '#platform/config/config.ts';
import { openDatabase } from '#platform/database/database.ts';
import { startJobs } from '#platform/jobs/jobs.ts';
import { smtpTransport } from '#platform/mail/mail.ts';
import { openSettings } from '#settings/settings.ts';

const [, , directUrl = '', secret = '', smtpUrl = ''] = process.argv;
const database = openDatabase(directUrl);
const logger = pino({ level: 'warn' });
const deps = {
  database,
  settings: await openSettings(database, readConfig({ DATABASE_URL: directUrl })),
  logger,
  keys: deriveKeys(secret),
  mail: smtpTransport({ url: smtpUrl, from: 'desk@example.org' }),
  publicUrl: 'http://localhost:3000',
};
startJobs({
  directUrl,
  tasks: {
    [rateDecisionTask]: (decision) =>
      announceRateDecision({ database, readRateChanges, paymentAfterRateChange }, decision),
    [cashRateMailTask]: (job) => sendCashRateMail(deps, job),
  },
  schedules: [],
  logger,
});
