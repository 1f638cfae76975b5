import { paymentAfterRateChange } from 'engine/calculators/rate-change.ts';
import { type AccountMailDependencies, accountMailTask, sendAccountMail } from '#domain/mail/account-mail.ts';
import { newDeviceTask } from '#auth/sessions/sessions.queries.ts';
import { reportNewDevice } from '#domain/accounts/new-device.ts';
import { type RateDecision, rateDecisionTask } from '#domain/finance/rate-decision.ts';
import type { MailBudgetDependencies } from '#domain/mail/mail-budget.ts';
import { securityMailTask, sendSecurityMail } from '#domain/mail/security-mails.ts';
import { sendTestMail, testMailTask } from '#domain/mail/test-mails.ts';
import { cleanUpIdempotencyKeys } from '#domain/idempotency/idempotency.ts';
import { removeFileTask, removeStoredFile } from '#domain/storage/user-images.ts';
import { cleanUpAccounts } from '#modules/accounts/clean-up.service.ts';
import { passwordResetTask, sendResetLink } from '#modules/accounts/password-reset.service.ts';
import { announceRateDecision } from '#modules/calculations/cash-rate/announce-decision.service.ts';
import { cashRateMailTask, sendCashRateMail } from '#modules/calculations/cash-rate/cash-rate-mail.ts';
import { announceNewFigures } from '#modules/datasets/follows.service.ts';
import { newFiguresTask } from '#modules/datasets/vintages.ts';
import {
  notifyRateGaps,
  rateGapMailTask,
  sendRateGapMail,
} from '#modules/calculations/rate-gap/notify-rate-gaps.service.ts';
import { readReleaseDatasets } from '#modules/datasets/release-files.ts';
import { readCurrentVintages, readRateChanges } from '#modules/datasets/vintages.ts';
import { summarizeFailures } from '#audit/audit.queries.ts';
import { endAbandonedBulkActions } from '#audit/bulk-actions.queries.ts';
import { type AlertDependencies, alertStaff } from '#modules/alerts/alerts.service.ts';
import { deleteOldDetails } from '#modules/audit/audit.service.ts';
import {
  refreshDatasetTask,
  refreshDueDatasets,
  type RefreshJobDependencies,
  refreshRequestedDataset,
} from '#modules/datasets/refresh/refreshes.service.ts';
import { cashRateOf } from '#modules/followed-loans/loan-figures.ts';
import { remindOfLoans } from '#modules/followed-loans/loan-reminders.service.ts';
import {
  backUpDaily,
  type BackupJobDependencies,
  makeRequestedBackup,
} from '#modules/backups/daily-backup.service.ts';
import { backUpDailyTask, makeBackupTask } from '#domain/backups/backups.queries.ts';
import { cleanUpFriends } from '#modules/friends/friends.service.ts';
import { cleanUpNotifications } from '#modules/notifications/notifications.service.ts';
import { continueDeletion, deleteRecordsTask } from '#modules/records/bulk-deletions.service.ts';
import { foldTotals } from '#modules/records/records.queries.ts';
import { deleteOldRecords, type RetentionDependencies } from '#modules/records/records.service.ts';
import { countAnswersTask, countQuestionAnswers } from '#modules/quiz/statistics.service.ts';
import { forgetFaults } from '#modules/training/draw-stored.ts';
import { cleanUpInvitations } from '#modules/invitations/invitations.service.ts';
import { cleanUpTokens } from '#modules/tokens/tokens.service.ts';
import { datasetsFolder } from '#root-folders.ts';
import type { HasNetworkNames } from '#domain/networks/network-names.ts';
import type { FileStore } from '#platform/files/files.ts';
import type { Schedule, Tasks } from '#platform/jobs/jobs.ts';
import { registrationCodeTask, sendRegistrationCode } from '#modules/accounts/register.service.ts';
import { resealSecrets } from '#modules/second-factors/second-factors.service.ts';
import { rollUpReports } from '#modules/reports/reports.service.ts';

type JobDependencies = AccountMailDependencies &
  MailBudgetDependencies &
  RetentionDependencies &
  RefreshJobDependencies &
  AlertDependencies &
  BackupJobDependencies &
  HasNetworkNames & { files: FileStore };

interface RegularJob extends Omit<Schedule, 'task'> {
  run: (deps: JobDependencies) => Promise<unknown>;
}

const regularJobs: Record<string, RegularJob> = {
  clean_up_accounts: { match: '*/5 * * * *', run: cleanUpAccounts },
  delete_old_records: { match: '7 * * * *', run: deleteOldRecords },
  fold_list_totals: { match: '* * * * *', run: ({ database }) => foldTotals(database) },
  roll_up_reports: { match: '* * * * *', run: rollUpReports },
  clean_up_friends: { match: '*/15 * * * *', run: cleanUpFriends },
  delete_old_audit_details: { match: '17 * * * *', run: deleteOldDetails },
  end_abandoned_bulk_actions: {
    match: '* * * * *',
    run: ({ database }) => endAbandonedBulkActions(database),
  },
  summarize_unknown_failures: { match: '* * * * *', run: ({ database }) => summarizeFailures(database) },
  notify_rate_gaps: {
    match: '11 5 * * *',
    run: ({ database }) =>
      notifyRateGaps({
        database,
        readAverages: () => readCurrentVintages(database.prisma, readReleaseDatasets(datasetsFolder)),
      }),
  },
  remind_of_loans: {
    match: '23 5 * * *',
    run: ({ database }) =>
      remindOfLoans({
        database,
        readCashRate: async () =>
          cashRateOf(await readCurrentVintages(database.prisma, readReleaseDatasets(datasetsFolder))),
      }),
  },
  [backUpDailyTask]: { match: '*/5 * * * *', run: backUpDaily },
  alert_staff: { match: '* * * * *', run: alertStaff },
  [countAnswersTask]: { match: '0 * * * *', run: countQuestionAnswers },
  clean_up_idempotency_keys: { match: '41 * * * *', run: cleanUpIdempotencyKeys },
  forget_question_faults: { match: '17 4 * * *', run: forgetFaults },
  clean_up_invitations: { match: '41 4 * * *', run: cleanUpInvitations },
  clean_up_tokens: { match: '23 * * * *', run: cleanUpTokens },
  clean_up_notifications: { match: '37 3 * * *', run: cleanUpNotifications },
  refresh_datasets: { match: '47 * * * *', run: refreshDueDatasets },
  reseal_secrets: { match: '*/10 * * * *', run: resealSecrets },
};

export const schedules: Schedule[] = Object.entries(regularJobs).map(([task, { match }]) => ({
  task,
  match,
}));

/** The payload of a job may come from an earlier version. */
const orderedJobs: Record<string, (deps: JobDependencies, payload: never) => Promise<unknown>> = {
  [accountMailTask]: sendAccountMail,
  [testMailTask]: sendTestMail,
  [securityMailTask]: sendSecurityMail,
  [passwordResetTask]: sendResetLink,
  [registrationCodeTask]: sendRegistrationCode,
  [newDeviceTask]: reportNewDevice,
  [rateDecisionTask]: (deps, decision: RateDecision) =>
    announceRateDecision({ ...deps, readRateChanges, paymentAfterRateChange }, decision),
  [rateGapMailTask]: sendRateGapMail,
  [cashRateMailTask]: sendCashRateMail,
  [newFiguresTask]: announceNewFigures,
  [refreshDatasetTask]: refreshRequestedDataset,
  [makeBackupTask]: makeRequestedBackup,
  [deleteRecordsTask]: continueDeletion,
  [removeFileTask]: removeStoredFile,
};

export function jobTasks(deps: JobDependencies): Tasks {
  const regular = Object.entries(regularJobs).map(([task, { run }]) => [task, () => run(deps)] as const);
  const ordered = Object.entries(orderedJobs).map(
    ([task, run]) => [task, (payload: never) => run(deps, payload)] as const,
  );
  return Object.fromEntries([...regular, ...ordered]);
}
