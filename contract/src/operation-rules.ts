import type { OperationName } from './operations.ts';
import type { TokenScope } from './tokens/tokens.constants.ts';

/** Rules beyond the access map. They are separate so that the client does not load them. */
export interface OperationRules {
  /** The scope that an API token needs. An operation without a scope accepts no API token. */
  scope?: TokenScope;
  /** The scope for the record of another user, for operations with the access `selfOrStaff`. */
  staffScope?: TokenScope;
  /** Requires authentication within the last 15 minutes, including the second factor of a user who has one. */
  stepUp?: true;
  /** Takes an `Idempotency-Key`. A repetition reads the record, unless the first response contained a secret. */
  idempotency?: 'read' | 'secret';
  /** Pages of any origin may call it, without credentials. */
  isPublicData?: true;
  /**
   * Who may call it from a blocked network: everybody, because it continues or ends a session, or members, whose session or
   * API token it computes for. No other operation of guests looks at the credentials of a request from there.
   */
  isOpenToBlockedNetworks?: 'everybody' | 'members';
}

const calculation = { isPublicData: true, isOpenToBlockedNetworks: 'members' } as const;

const publicData = {
  getOpenApiDocument: { isPublicData: true },
  calculatePrincipal: calculation,
  calculateScenario: calculation,
  stressScenario: calculation,
  solveLoan: calculation,
  switchLoan: calculation,
  compareRate: calculation,
  checkStatement: calculation,
  followLoan: calculation,
  calculateSavings: calculation,
  calculateTakeHomePay: calculation,
  calculateBuying: calculation,
  calculateStudyLoan: calculation,
  listTaxYears: { isPublicData: true },
  listGuides: { isPublicData: true },
  listGlossary: { isPublicData: true },
  getGuide: { isPublicData: true },
  listDatasets: { isPublicData: true },
  getDataset: { isPublicData: true },
  listVintages: { isPublicData: true },
  listRevisions: { isPublicData: true },
} as const;

export const operationRules: Readonly<Partial<Record<OperationName, OperationRules>>> = {
  ...publicData,
  createQuestion: { idempotency: 'read' },
  createCategory: { idempotency: 'read' },
  createNotice: { idempotency: 'read' },
  listCalculations: { scope: 'read:calculations' },
  createCalculation: { scope: 'write:calculations', idempotency: 'read' },
  getCalculation: { scope: 'read:calculations' },
  updateCalculation: { scope: 'write:calculations' },
  deleteCalculation: { scope: 'write:calculations' },
  acceptCalculation: { scope: 'write:calculations' },
  shareCalculation: { scope: 'write:calculations' },
  listLoans: { scope: 'read:calculations' },
  createLoan: { scope: 'write:calculations', idempotency: 'read' },
  getLoan: { scope: 'read:calculations' },
  updateLoan: { scope: 'write:calculations' },
  deleteLoan: { scope: 'write:calculations' },
  addToLoan: { scope: 'write:calculations' },
  correctLoanRows: { scope: 'write:calculations' },
  restoreLoan: { scope: 'write:calculations' },
  // Who else may read a loan is decided only by a person who has signed in.
  inviteToLoan: { stepUp: true },
  listObjectives: { scope: 'read:calculations' },
  createObjective: { scope: 'write:calculations', idempotency: 'read' },
  updateObjective: { scope: 'write:calculations' },
  deleteObjective: { scope: 'write:calculations' },
  addTotp: { stepUp: true },
  confirmTotp: { stepUp: true },
  getPasskeyOptions: { stepUp: true },
  addPasskey: { stepUp: true },
  makeRecoveryCodes: { stepUp: true },
  deleteSecondFactor: { stepUp: true },
  resetSecondFactor: { stepUp: true },
  updateSettings: { stepUp: true },
  exportUser: { stepUp: true },
  getUser: { scope: 'read:profile', staffScope: 'read:users' },
  endOtherSessions: { stepUp: true },
  deleteDevice: { stepUp: true },
  createToken: { stepUp: true, idempotency: 'secret' },
  createInvitation: { idempotency: 'secret' },
  getSignedUrl: { scope: 'read:profile' },
  getStorageUsage: { scope: 'read:profile' },
  sendFriendRequest: { scope: 'write:friends', idempotency: 'read' },
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
  suspendUser: { stepUp: true },
  endSuspension: { stepUp: true },
  getUserOverview: { scope: 'read:users' },
  refreshAccessToken: { isOpenToBlockedNetworks: 'everybody' },
  logout: { isOpenToBlockedNetworks: 'everybody' },
  // Its result, which `loginOpenId` takes, is refused there.
  finishOpenIdLogin: { isOpenToBlockedNetworks: 'everybody' },
  checkSample: { isOpenToBlockedNetworks: 'members' },
  linkIdentity: { stepUp: true },
  linkPendingIdentity: { stepUp: true },
  deleteIdentity: { stepUp: true },
  getExport: { isOpenToBlockedNetworks: 'everybody' },
  createFlag: { idempotency: 'read' },
  answerFlag: { stepUp: true },
  createNetworkBlock: { stepUp: true, idempotency: 'read' },
  endNetworkBlock: { stepUp: true },
  exportNetworkBlocks: { scope: 'read:records' },
  listIpRecords: { scope: 'read:records' },
  exportIpRecords: { scope: 'read:records' },
  getReport: { scope: 'read:reports' },
  exportReport: { scope: 'read:reports' },
  listLogRecords: { scope: 'read:records' },
  listTimeline: { scope: 'read:records' },
  listAccesses: { scope: 'read:profile' },
  exportLogRecords: { scope: 'read:records' },
  listRecordDeletions: { scope: 'read:records' },
};
