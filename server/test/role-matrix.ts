import { randomBytes } from 'node:crypto';
import type { OperationName } from 'contract/operations.ts';
import { v7 as uuidv7 } from 'uuid';
import type { TestApp } from '#test/app.ts';
import { createUser } from '#test/factories.ts';

/**
 * Who calls. `self` is whom the path names or whose the record is; the dead ones (from `deactivated` on) have a token
 * that was good once; `mustChange` is staff with a password that has to be changed first.
 */
export const callers = [
  'guest',
  'unverified',
  'self',
  'other',
  'staff',
  'superuser',
  'mustChange',
  'deactivated',
  'deleted',
  'expired',
  'revoked',
] as const;
export type CallerName = (typeof callers)[number];

/** How a cell is refused; `in` is let in, and then answered the row's own status. */
export const refusals = {
  who: [401, 'not_authenticated'],
  over: [401, 'token_not_valid'],
  no: [403, 'forbidden'],
  pw: [403, 'password_change_required'],
  none: [404, 'not_found'],
} as const;
export type Cell = keyof typeof refusals | 'in';

/** How an operation is called here. */
export interface MatrixCall {
  /** What a caller who is let in is answered: a failure further on will do, and changes nothing. */
  in: number;
  body?: object;
  query?: string;
  /** What its path names, where that is not `self`; made anew for each cell. */
  names?: (test: TestApp, self: string) => Promise<string>;
}

const bad = { unknown_field: true };
const nobody = async () => uuidv7();
const image = async () => 'images/01930a4e-7c00-7000-8000-000000000001.webp';
const link = async () => 'no-such-link';

const sessionOf = async ({ database }: TestApp, self: string) => {
  const id = uuidv7();
  await database.pool.query(
    `INSERT INTO sessions (id, user_id, refresh_token_hash, expires_at, ip_address, user_agent)
     VALUES ($1, $2, $3, now() + interval '1 hour', '', '')`,
    [id, self, randomBytes(32)],
  );
  return id;
};
const friendRequest = async (test: TestApp, users: { from?: string; to?: string }) => {
  const { from = (await createUser(test)).id, to = (await createUser(test)).id } = users;
  const id = uuidv7();
  await test.database.prisma.friendRequest.create({ data: { id, from_user_id: from, to_user_id: to } });
  return id;
};
const received = (test: TestApp, self: string) => friendRequest(test, { to: self });
const sent = (test: TestApp, self: string) => friendRequest(test, { from: self });

export const matrixCalls: Record<OperationName, MatrixCall> = {
  getHealth: { in: 200 },
  getReadiness: { in: 200 },
  getOpenApiDocument: { in: 200 },
  calculatePrincipal: { in: 400, body: bad },
  registerUser: { in: 400, body: bad },
  verifyEmail: { in: 400, names: link },
  resendVerificationEmail: { in: 400, body: bad },
  requestPasswordReset: { in: 400, body: bad },
  resetPassword: { in: 400, names: link },
  login: { in: 400, body: bad },
  refreshAccessToken: { in: 400, body: bad },
  logout: { in: 400, body: bad },
  getUser: { in: 200 },
  updateUser: { in: 200, body: {} },
  deleteUser: { in: 400, body: bad },
  undoEmailChange: { in: 400, names: link },
  listSessions: { in: 200 },
  deleteSession: { in: 204, names: sessionOf },
  exportUser: { in: 200 },
  getSignedUrl: { in: 404, names: image },
  getStoredFile: { in: 403, names: image },
  getStorageUsage: { in: 200 },
  sendFriendRequest: { in: 404, names: nobody },
  respondFriendRequest: { in: 200, names: received, body: { action: 'reject' } },
  listFriendRequests: { in: 200 },
  deleteFriendRequest: { in: 200, names: sent },
  removeFriend: { in: 404, names: nobody },
  searchUsers: { in: 200, query: '?query=a' },
  blockUser: { in: 404, names: nobody },
  unblockUser: { in: 404, names: nobody },
  listBlocks: { in: 200 },
  listUsers: { in: 200 },
  adminUpdateUser: { in: 200, body: {} },
  unlockUser: { in: 200 },
  getUserOverview: { in: 200 },
  listIpRecords: { in: 200, body: {} },
  deleteIpRecords: { in: 400, body: bad },
  exportIpRecords: { in: 200, body: {} },
  listLogRecords: { in: 200, body: {} },
  deleteLogRecords: { in: 400, body: bad },
  exportLogRecords: { in: 200, body: {} },
};

/** THE role matrix. */
const matrix = `
                          guest unverified self other staff superuser mustChange deactivated deleted expired revoked
  getHealth               in    in         in   in    in    in        in         in          in      in      in
  getReadiness            in    in         in   in    in    in        in         in          in      in      in
  getOpenApiDocument      in    in         in   in    in    in        in         in          in      in      in
  calculatePrincipal      in    in         in   in    in    in        in         in          in      in      in
  registerUser            in    in         in   in    in    in        in         in          in      in      in
  verifyEmail             in    in         in   in    in    in        in         in          in      in      in
  resendVerificationEmail in    in         in   in    in    in        in         in          in      in      in
  requestPasswordReset    in    in         in   in    in    in        in         in          in      in      in
  resetPassword           in    in         in   in    in    in        in         in          in      in      in
  login                   in    in         in   in    in    in        in         in          in      in      in
  refreshAccessToken      in    in         in   in    in    in        in         in          in      in      in
  logout                  in    in         in   in    in    in        in         in          in      in      in
  getUser                 who   who        in   no    in    in        pw         over        over    over    over
  updateUser              who   who        in   no    no    no        no         over        over    over    over
  deleteUser              who   who        in   no    in    in        pw         over        over    over    over
  undoEmailChange         in    in         in   in    in    in        in         in          in      in      in
  listSessions            who   who        in   in    in    in        in         over        over    over    over
  deleteSession           who   who        in   none  none  none      none       over        over    over    over
  exportUser              who   who        in   in    in    in        in         over        over    over    over
  getSignedUrl            who   who        in   in    in    in        in         over        over    over    over
  getStoredFile           in    in         in   in    in    in        in         in          in      in      in
  getStorageUsage         who   who        in   in    in    in        in         over        over    over    over
  sendFriendRequest       who   who        in   in    in    in        in         over        over    over    over
  respondFriendRequest    who   who        in   none  none  none      none       over        over    over    over
  listFriendRequests      who   who        in   in    in    in        in         over        over    over    over
  deleteFriendRequest     who   who        in   none  none  none      none       over        over    over    over
  removeFriend            who   who        in   in    in    in        in         over        over    over    over
  searchUsers             who   who        in   in    in    in        in         over        over    over    over
  blockUser               who   who        in   in    in    in        in         over        over    over    over
  unblockUser             who   who        in   in    in    in        in         over        over    over    over
  listBlocks              who   who        in   in    in    in        in         over        over    over    over
  listUsers               who   who        no   no    in    in        pw         over        over    over    over
  adminUpdateUser         who   who        no   no    in    in        pw         over        over    over    over
  unlockUser              who   who        no   no    in    in        pw         over        over    over    over
  getUserOverview         who   who        no   no    in    in        pw         over        over    over    over
  listIpRecords           who   who        no   no    in    in        pw         over        over    over    over
  deleteIpRecords         who   who        no   no    in    in        pw         over        over    over    over
  exportIpRecords         who   who        no   no    in    in        pw         over        over    over    over
  listLogRecords          who   who        no   no    in    in        pw         over        over    over    over
  deleteLogRecords        who   who        no   no    in    in        pw         over        over    over    over
  exportLogRecords        who   who        no   no    in    in        pw         over        over    over    over
`;

/** The matrix by operation and caller, each cell as it is written there. */
export const readMatrix = () => read<CallerName>(matrix);

export type TargetOperation = 'adminUpdateUser' | 'unlockUser' | 'deleteUser';
export type TargetName = 'plain' | 'staff' | 'superuser' | 'oneself';

/** What is done to a user, with a body that changes something, and what who may is answered. */
export const targetCalls: Record<TargetOperation, { in: number; body?: object }> = {
  adminUpdateUser: { in: 200, body: { phone_number: '1' } },
  unlockUser: { in: 200 },
  deleteUser: { in: 204 },
};

/** THE matrix of whom that may be done to: who calls, and whom they name. */
const targetMatrix = `
                            plain staff superuser oneself
  adminUpdateUser/plain     no    no    no        no
  adminUpdateUser/staff     in    no    no        no
  adminUpdateUser/superuser in    in    in        in
  unlockUser/plain          no    no    no        no
  unlockUser/staff          in    no    no        no
  unlockUser/superuser      in    in    in        in
  deleteUser/plain          no    no    no        in
  deleteUser/staff          in    no    no        in
  deleteUser/superuser      in    in    in        in
`;

/** By operation and caller, as it is written there. */
export const readTargetMatrix = () => read<TargetName>(targetMatrix);

function read<Column extends string>(text: string): Record<string, Record<Column, Cell>> {
  const [head = [], ...rows] = text
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/));
  return Object.fromEntries(
    rows.map(([name = '', ...cells]) => [
      name,
      Object.fromEntries(head.map((column, index) => [column, cells[index]])) as Record<Column, Cell>,
    ]),
  );
}
