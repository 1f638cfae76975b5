import type { Access } from 'contract/operations.ts';

/**
 * Who calls. `self` is whom the path names; the dead ones (from `deactivated` on) have a token that was good once;
 * `mustChange` is staff with a password that has to be changed first.
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

export const refusals = {
  who: [401, 'not_authenticated'],
  over: [401, 'token_not_valid'],
  no: [403, 'forbidden'],
  pw: [403, 'password_change_required'],
  scope: [403, 'insufficient_scope'],
} as const;

/** How a caller is refused; `in` is let in, whatever the operation then says. */
export type Cell = keyof typeof refusals | 'in';

/** THE role matrix: what the access of an operation means for each caller. */
export const accessMatrix = read<Access, CallerName>(`
              guest unverified self other staff superuser mustChange deactivated deleted expired revoked
  guest       in    in         in   in    in    in        in         in          in      in      in
  user        who   who        in   in    in    in        pw         over        over    over    over
  self        who   who        in   no    no    no        no         over        over    over    over
  selfOrStaff who   who        in   no    in    in        pw         over        over    over    over
  staff       who   who        no   no    in    in        pw         over        over    over    over
  superuser   who   who        no   no    no    in        no         over        over    over    over
`);

export type TargetOperation =
  | 'adminUpdateUser'
  | 'unlockUser'
  | 'endUserSessions'
  | 'resetSecondFactor'
  | 'deleteUser';
export type TargetName = 'plain' | 'staff' | 'superuser' | 'oneself';

/** What is done to a user, by which right, with a body that changes something, and the status of its success. */
export const targetCalls: Record<TargetOperation, { right: 'manage' | 'delete'; in: number; body?: object }> =
  {
    adminUpdateUser: { right: 'manage', in: 200, body: { phone_number: '1' } },
    unlockUser: { right: 'manage', in: 200 },
    resetSecondFactor: { right: 'manage', in: 200 },
    endUserSessions: { right: 'manage', in: 200 },
    deleteUser: { right: 'delete', in: 204 },
  };

/** THE matrix of whom that may be done to: who calls, and whom they name. */
export const targetMatrix = read<string, TargetName>(`
                   plain staff superuser oneself
  manage/plain     no    no    no        no
  manage/staff     in    no    no        no
  manage/superuser in    in    in        in
  delete/plain     no    no    no        in
  delete/staff     in    no    no        in
  delete/superuser in    in    in        in
`);

function read<Row extends string, Column extends string>(text: string): Record<Row, Record<Column, Cell>> {
  const [head = [], ...rows] = text
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/));
  return Object.fromEntries(
    rows.map(([name = '', ...cells]) => [
      name,
      Object.fromEntries(head.map((column, index) => [column, cells[index]])),
    ]),
  ) as Record<Row, Record<Column, Cell>>;
}
