const actionTexts = new Map(
  Object.entries({
    getUser: 'viewed your record',
    getUserOverview: 'viewed your record',
    listTimeline: 'viewed your record',
    listUserNotes: 'viewed your record',
    createViewReason: 'wrote down why they view your record',
    createUserNote: 'wrote a note about you',
    deleteUserNote: 'deleted a note about you',
    getFlag: 'viewed your record',
    getReport: 'viewed your name in statistics',
    listInvitations: 'viewed your invitations in a list',
    deleteInvitation: 'ended an invitation that you made',
    listNetworkBlocks: 'viewed networks that you used in a list',
    endNetworkBlock: 'ended the block of a network that you used',
    listUsers: 'viewed your record in a list',
    listIpRecords: 'viewed your IP records in a list',
    deleteIpRecords: 'searched for your IP records to delete them',
    deleteLogRecords: 'searched for your log records to delete them',
    listLogRecords: 'viewed your log records in a list',
    listAuditRecords: 'viewed your audit records in a list',
    listNotices: 'viewed notices to you in a list',
    previewNetworkBlock: 'looked at a network that you used',
    createNetworkBlock: 'tried to block a network that you used',
    adminUpdateUser: 'compared values with your record',
    user_update: 'changed your record',
    user_unlock: 'unlocked your account',
    unlockUser: 'unlocked your account',
    suspendUser: 'suspended your account',
    endSuspension: 'ended the suspension of your account',
    deleteUser: 'scheduled the deletion of your account',
    exportReport: 'exported statistics with your name',
    linkReportExport: 'exported statistics with your name',
    endUserSessions: 'ended your sessions',
    resetSecondFactor: 'reset your second factor',
    createNotice: 'wrote you a notice',
    updateNotice: 'changed a notice to you',
    deleteNotice: 'deleted a notice to you',
    withdrawNotice: 'withdrew a notice to you',
  }),
);

/** What an agent did. Every other action has a sentence, too. */
export function accessText(action: string): string {
  const fallback = /export/i.test(action) ? 'exported your records' : 'worked with your record';
  return actionTexts.get(action) ?? fallback;
}
