import {
  type AccountMailDependencies,
  type AccountMailJob,
  accountMailTask,
  sendAccountMail,
} from '#domain/account-mail.ts';
import { type NewDeviceJob, newDeviceTask } from '#auth/sessions.queries.ts';
import { welcomeNewDevice } from '#domain/new-device.ts';
import type { MailBudgetDependencies } from '#domain/mail-budget.ts';
import { type SecurityMailJob, securityMailTask, sendSecurityMail } from '#domain/security-mails.ts';
import { type RemoveFileJob, removeFileTask, removeStoredFile } from '#domain/user-images.ts';
import { cleanUpAccounts } from '#modules/accounts/clean-up.service.ts';
import {
  type PasswordResetJob,
  passwordResetTask,
  sendResetLink,
} from '#modules/accounts/password-reset.service.ts';
import { deleteOldDetails, summarizeUnknownFailures } from '#modules/audit/audit.service.ts';
import { cleanUpFriends } from '#modules/friends/friends.service.ts';
import { cleanUpNotifications } from '#modules/notifications/notifications.service.ts';
import {
  deleteOldRecords,
  foldListTotals,
  type RetentionDependencies,
} from '#modules/records/records.service.ts';
import { resealSecrets } from '#modules/second-factors/reseal.service.ts';
import { cleanUpTokens } from '#modules/tokens/tokens.service.ts';
import { rollUpReports } from '#modules/reports/rollup.service.ts';
import type { FileStore } from '#platform/files/files.ts';
import type { Schedule, Tasks } from '#platform/jobs/jobs.ts';

/** A job's payload may be from an earlier version. */
export function jobTasks(
  deps: AccountMailDependencies & MailBudgetDependencies & RetentionDependencies & { files: FileStore },
): Tasks {
  return {
    [accountMailTask]: (job: AccountMailJob) => sendAccountMail(deps, job),
    [securityMailTask]: (job: SecurityMailJob) => sendSecurityMail(deps, job),
    [passwordResetTask]: (job: PasswordResetJob) => sendResetLink(deps, job),
    [newDeviceTask]: (job: NewDeviceJob) => welcomeNewDevice(deps, job),
    [removeFileTask]: (job: RemoveFileJob) => removeStoredFile(deps, job),
    clean_up_accounts: () => cleanUpAccounts(deps),
    delete_old_records: () => deleteOldRecords(deps),
    fold_list_totals: () => foldListTotals(deps),
    roll_up_reports: () => rollUpReports(deps),
    clean_up_friends: () => cleanUpFriends(deps),
    delete_old_audit_details: () => deleteOldDetails(deps),
    summarize_unknown_failures: () => summarizeUnknownFailures(deps),
    clean_up_tokens: () => cleanUpTokens(deps),
    clean_up_notifications: () => cleanUpNotifications(deps),
    reseal_secrets: () => resealSecrets(deps),
  };
}

export const schedules: Schedule[] = [
  { task: 'clean_up_accounts', match: '*/5 * * * *' },
  { task: 'delete_old_records', match: '7 * * * *' },
  { task: 'fold_list_totals', match: '* * * * *' },
  { task: 'roll_up_reports', match: '* * * * *' },
  { task: 'clean_up_friends', match: '*/15 * * * *' },
  { task: 'delete_old_audit_details', match: '17 * * * *' },
  { task: 'summarize_unknown_failures', match: '* * * * *' },
  { task: 'clean_up_tokens', match: '23 * * * *' },
  { task: 'clean_up_notifications', match: '37 3 * * *' },
  { task: 'reseal_secrets', match: '*/10 * * * *' },
];
