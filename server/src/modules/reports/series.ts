import type { ReportSeriesKey } from 'contract/reports/reports.ts';

/** The series that each count one action of the audit trail. */
export const seriesOfAction: Readonly<Record<string, ReportSeriesKey>> = {
  register: 'registrations',
  login: 'sign_ins',
  login_failed: 'failed_sign_ins',
  account_locked: 'locked_accounts',
};

export const countedActions = Object.keys(seriesOfAction);
