import type { OperationName } from './operations.ts';
import type { TokenScope } from './tokens.constants.ts';

/** What an operation asks for beyond its access. Apart from the access map, so that the client loads none of it. */
export interface OperationRules {
  /** What a token for programs must be made for; without one no token is admitted. */
  scope?: TokenScope;
  /** Needed instead where `selfOrStaff` admits staff to what is another user's. */
  staffScope?: TokenScope;
  /** Only within 15 minutes of the session's last authentication; later 403 `reauthentication_required`. */
  stepUp?: true;
}

export const operationRules: Readonly<Partial<Record<OperationName, OperationRules>>> = {
  listCalculations: { scope: 'read:calculations' },
  createCalculation: { scope: 'write:calculations' },
  getCalculation: { scope: 'read:calculations' },
  updateCalculation: { scope: 'write:calculations' },
  deleteCalculation: { scope: 'write:calculations' },
  shareCalculation: { scope: 'write:calculations' },
  listObjectives: { scope: 'read:calculations' },
  createObjective: { scope: 'write:calculations' },
  updateObjective: { scope: 'write:calculations' },
  deleteObjective: { scope: 'write:calculations' },
  addTotp: { stepUp: true },
  confirmTotp: { stepUp: true },
  getPasskeyOptions: { stepUp: true },
  addPasskey: { stepUp: true },
  makeRecoveryCodes: { stepUp: true },
  deleteSecondFactor: { stepUp: true },
  resetSecondFactor: { stepUp: true },
  getUser: { scope: 'read:profile', staffScope: 'read:users' },
  endOtherSessions: { stepUp: true },
  deleteDevice: { stepUp: true },
  createToken: { stepUp: true },
  getSignedUrl: { scope: 'read:profile' },
  getStorageUsage: { scope: 'read:profile' },
  sendFriendRequest: { scope: 'write:friends' },
  respondFriendRequest: { scope: 'write:friends' },
  listFriendRequests: { scope: 'read:friends' },
  deleteFriendRequest: { scope: 'write:friends' },
  removeFriend: { scope: 'write:friends' },
  searchUsers: { scope: 'read:friends' },
  blockUser: { scope: 'write:friends' },
  unblockUser: { scope: 'write:friends' },
  listBlocks: { scope: 'read:friends' },
  listUsers: { scope: 'read:users' },
  unlockUser: { stepUp: true },
  getUserOverview: { scope: 'read:users' },
  listIpRecords: { scope: 'read:records' },
  exportIpRecords: { scope: 'read:records' },
  getReport: { scope: 'read:reports' },
  exportReport: { scope: 'read:reports' },
  listLogRecords: { scope: 'read:records' },
  listTimeline: { scope: 'read:records' },
  listAccesses: { scope: 'read:profile' },
  exportLogRecords: { scope: 'read:records' },
};
