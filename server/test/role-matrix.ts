import type { Access } from 'contract/operations.ts';

/**
 * The callers. `self` is the user in the path. The callers from `deactivated` on have a token that was valid before.
 * `mustChange` is a staff member who must change the password first.
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

/** How a caller is refused. `in` means admitted, whatever the response of the operation is. */
export type Cell = keyof typeof refusals | 'in';

/** The role matrix: what the access of an operation means for each caller. */
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

/** Actions on a user, the right that each needs, a body that changes something, and the status of its success. */
export const targetCalls: Record<TargetOperation, { right: 'manage' | 'delete'; in: number; body?: object }> =
  {
    adminUpdateUser: { right: 'manage', in: 200, body: { phone_number: '1' } },
    unlockUser: { right: 'manage', in: 200 },
    resetSecondFactor: { right: 'manage', in: 200 },
    endUserSessions: { right: 'manage', in: 200 },
    deleteUser: { right: 'delete', in: 204 },
  };

/** The target matrix: which callers may act on which users. */
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
