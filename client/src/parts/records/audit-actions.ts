import { ipActions } from 'contract/records/records.constants.ts';
import { inWords } from '#parts/format/format.ts';

/** The labels of actions whose name in words says less. */
const labels = new Map<string, string>(
  Object.entries({
    ip_records_delete: 'IP records delete',
    ip_records_export: 'IP records export',
    log_records_delete: 'Log records delete',
    log_records_export: 'Log records export',
    getUser: 'View the record',
    getUserOverview: 'View the overview',
    listTimeline: 'View the timeline',
    listUserNotes: 'View the notes',
    createFlag: 'Report a person',
    getFlag: 'View the reports about a person',
    answerFlag: 'Answer the reports about a person',
    flag_events_view: 'View the audit records of reports',
    flag_events_export: 'Export the audit records of reports',
    createInvitation: 'Create an invitation',
    deleteInvitation: 'Delete an invitation',
    createBackup: 'Make a backup',
    linkBackup: 'Ask for a link to a backup',
    downloadBackup: 'Download a backup',
    createTestMail: 'Send a test email',
    listUsers: 'View users in a list',
    listIpRecords: 'View IP records in a list',
    listLogRecords: 'View log records in a list',
    listAuditRecords: 'View audit records in a list',
    listNotices: 'View notices in a list',
    listInvitations: 'View invitations in a list',
  }),
);

export function auditActionLabel(action: string): string {
  return labels.get(action) ?? inWords(action);
}

/** Actions that were stored before actions had the names of operations, and other actions without one. */
export const knownAuditActions: readonly string[] = [
  ...ipActions,
  'account_locked',
  'user_update',
  'user_unlock',
  ...labels.keys(),
];

/** What stands between who acted and whom it concerns, where that reads better than the label. */
export const auditVerbs: Readonly<Partial<Record<string, string>>> = {
  createFlag: 'reported',
  getFlag: 'viewed the reports about',
  answerFlag: 'answered the reports about',
};
