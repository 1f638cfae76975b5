import { z } from 'zod';
import { Id, Timestamp } from 'contract/fields.ts';
import { exampleNetwork, network } from 'contract/network-name.ts';
import { byProfileField } from './profile-fields.ts';
import { accountStatuses } from './users.constants.ts';

export const User = z
  .object({
    id: Id,
    email: z.string(),
    username: z.string(),
    ...byProfileField((_, { type }) => (type === 'date' ? z.iso.date() : z.string()).nullable()),
    is_superuser: z.boolean(),
    is_active: z.boolean(),
    is_staff: z.boolean(),
    is_premium_user: z.boolean(),
    user_image: z.string().nullable().describe('A path for `getSignedUrl`.'),
    last_login: Timestamp.nullable(),
    last_login_time: Timestamp.nullable().describe(
      'The start of the session timer. In the caller’s own record, the sign-in of the current session.',
    ),
    date_updated: Timestamp,
    login_attempts: z.int().describe('The number of failed sign-ins in a row.'),
    account_status: z.enum(accountStatuses),
    pending_email: z.string().nullable(),
    must_change_password: z.boolean(),
    suspended_until: Timestamp.nullable().describe('Null unless the user is suspended.'),
    suspension_reason: z.string().nullable(),
  })
  .meta({ id: 'User' });

export type User = z.infer<typeof User>;

const nameFields = { id: true, username: true, user_image: true, account_status: true } as const;

/** What only the record of a single user shows. */
export const privateFields = {
  ...byProfileField(() => true as const),
  pending_email: true,
  must_change_password: true,
  suspension_reason: true,
} as const;

/** A row of the list of users: without private details, or with `view=names` only the required fields. */
export const ListedUser = User.omit(privateFields).partial().required(nameFields).meta({ id: 'ListedUser' });
export type ListedUser = z.infer<typeof ListedUser>;
/** A row without `view=names`. */
export type UserSummary = Omit<User, keyof typeof privateFields>;

/** What an act of staff has changed. */
export const ChangedUser = User.partial().required({ id: true }).meta({ id: 'ChangedUser' });
export type ChangedUser = z.infer<typeof ChangedUser>;

export const exampleUser: User = {
  id: '01930a4e-7c00-7000-8000-000000000001',
  email: 'ada@example.org',
  username: 'ada',
  ...byProfileField((_, { example }) => example),
  is_superuser: false,
  is_active: true,
  is_staff: false,
  is_premium_user: false,
  user_image: null,
  last_login: '2026-01-31T02:03:04.567Z',
  last_login_time: '2026-01-31T02:03:04.567Z',
  date_updated: '2026-01-31T02:03:04.567Z',
  login_attempts: 0,
  account_status: 'active',
  pending_email: null,
  must_change_password: false,
  suspended_until: null,
  suspension_reason: null,
};

export const UserIdPath = z.object({ userId: Id });

export const Session = z
  .object({
    id: Id,
    created_at: Timestamp.describe('The time of the sign-in.'),
    last_used_at: Timestamp.describe('The time of the last request, to the minute.'),
    ip_address: z.string(),
    network,
    user_agent: z.string(),
    current: z.boolean().describe('Whether it is the session of the caller.'),
  })
  .meta({ id: 'Session' });
export type SessionRecord = z.infer<typeof Session>;

export const exampleSession: SessionRecord = {
  id: '01930a4e-7c00-7000-8000-000000000006',
  created_at: '2026-01-31T02:03:04.567Z',
  last_used_at: '2026-01-31T02:13:04.567Z',
  ip_address: '192.0.2.7',
  network: exampleNetwork,
  user_agent: 'Mozilla/5.0',
  current: true,
};
