import {
  type AccountMailDependencies,
  type AccountMailJob,
  accountMailTask,
  sendAccountMail,
} from '#domain/account-mail.ts';
import { cleanUpAccounts } from '#modules/accounts/clean-up.service.ts';
import {
  type PasswordResetJob,
  passwordResetTask,
  sendResetLink,
} from '#modules/accounts/password-reset.service.ts';
import type { Schedule, Tasks } from '#platform/jobs.ts';

/** Every job of the product. What a job holds was written by the version that enqueued it. */
export function jobTasks(deps: AccountMailDependencies): Tasks {
  return {
    [accountMailTask]: (job: AccountMailJob) => sendAccountMail(deps, job),
    [passwordResetTask]: (job: PasswordResetJob) => sendResetLink(deps, job),
    clean_up_accounts: () => cleanUpAccounts(deps),
  };
}

export const schedules: Schedule[] = [{ task: 'clean_up_accounts', match: '*/5 * * * *' }];
