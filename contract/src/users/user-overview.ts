import { z } from 'zod';
import { Id, Timestamp } from 'contract/fields.ts';
import { exampleOwn, exampleSummary, FlagSummary, OwnFlag } from 'contract/flags/flags.ts';
import { listLimits } from 'contract/limits.ts';
import { exampleNetwork, network } from 'contract/network-name.ts';
import { IpRecord, LogRecord } from 'contract/records/records.ts';
import { json, route } from 'contract/route.ts';
import { exampleSession, exampleUser, Session, User, UserIdPath } from './user.ts';

const FailedSignIns = z.object({
  attempts: z.int().describe('Failed sign-ins in a row.'),
  locked_until: Timestamp.nullable().describe('Null if a sign-in is possible now.'),
});

export const UserOverview = z
  .object({
    user: User,
    may_manage: z.boolean().describe('Whether the caller may edit, unlock and delete the user.'),
    second_factors: z.int().describe('The number of second factors.'),
    sessions: z
      .array(Session.extend({ expires_at: Timestamp }))
      .describe('The valid sessions, the most recently used first.'),
    lock: FailedSignIns.extend({
      reason: z
        .string()
        .nullable()
        .describe('A text that explains why the account is locked, or null if it is not locked.'),
      last_failed_at: Timestamp.nullable(),
      last_failed_from: z.string().nullable().describe('The IP address of the last failed sign-in.'),
      devices: z
        .array(FailedSignIns)
        .describe('Failed sign-ins of each known device are counted separately.'),
    }),
    addresses: z
      .array(
        z.object({
          ip_address: z.string(),
          network,
          records: z.int().describe('The number of the user’s IP records from there.'),
          last_at: Timestamp,
          accounts: z.int().describe('The number of accounts with IP records from there.'),
          failures_before: z
            .int()
            .nullable()
            .describe(
              'The failed sign-ins before the latest successful one from there that had any, counted as in a timeline. Null without such a one, and where many accounts sign in.',
            ),
        }),
      )
      .describe(
        `The ${listLimits.overviewAddresses} IP addresses that the user used last, the latest first.`,
      ),
    ip_records: z.array(IpRecord).describe(`The latest ${listLimits.overviewRecords} IP records.`),
    log_records: z
      .array(LogRecord)
      .describe(`The latest ${listLimits.overviewRecords} log records of the account.`),
    invited_by: z
      .object({ id: Id, username: z.string() })
      .nullable()
      .describe('Whose invitation the user registered with.'),
    invited: z
      .array(z.object({ id: Id, username: z.string(), registered_at: Timestamp }))
      .describe(
        `The latest ${listLimits.overviewRecords} people who registered with an invitation of the user.`,
      ),
    staff_actions: z
      .array(
        z.object({ id: z.string(), action: z.string(), actor: z.string().nullable(), created_at: Timestamp }),
      )
      .describe(
        `The latest ${listLimits.overviewRecords} times that staff viewed, changed or exported the record.`,
      ),
    flags: z
      .object({
        about: z
          .array(FlagSummary)
          .describe(`The latest ${listLimits.overviewRecords} flags about the user that the caller may see.`),
        by: z.array(OwnFlag).describe(`The latest ${listLimits.overviewRecords} of the user.`),
        made: z.int().describe('The number of flags of the user.'),
        without_action: z.int().describe('Those of them that staff answered without an action.'),
      })
      .nullable()
      .describe('Null for API tokens.'),
  })
  .meta({ id: 'UserOverview' });
export type UserOverview = z.infer<typeof UserOverview>;

export const getUserOverview = route('getUserOverview', {
  summary: 'Read an overview of a user',
  description:
    'Returns the details, the valid sessions, why and for how long sign-in is locked, and the latest IP and log records. `current` marks the session of the caller.',
  params: UserIdPath,
  response: json(
    UserOverview,
    {
      user: { ...exampleUser, login_attempts: 6, account_status: 'locked' },
      may_manage: true,
      second_factors: 1,
      sessions: [{ ...exampleSession, current: false, expires_at: '2026-01-31T06:03:04.567Z' }],
      lock: {
        attempts: 6,
        locked_until: '2026-01-31T03:02:00.000Z',
        reason: '6 failed sign-ins in a row, the last from 198.51.100.9.',
        last_failed_at: '2026-01-31T03:00:00.000Z',
        last_failed_from: '198.51.100.9',
        devices: [],
      },
      addresses: [
        {
          ip_address: '198.51.100.9',
          network: exampleNetwork,
          records: 12,
          last_at: '2026-01-31T03:00:00.000Z',
          accounts: 2,
          failures_before: 166,
        },
      ],
      ip_records: [
        {
          id: '01930a4e-7c00-7000-8000-000000000004',
          user: 'ada',
          ip_address: '198.51.100.9',
          action: 'login_failed',
          created_at: '2026-01-31T03:00:00.000Z',
          network: exampleNetwork,
        },
      ],
      log_records: [
        {
          id: '01930a4e-7c00-7000-8000-000000000005',
          message: 'Sign-in as ada failed: wrong password.',
          level: 'WARNING',
          from_proxy: false,
          created_at: '2026-01-31T03:00:00.000Z',
        },
      ],
      invited_by: { id: '01930a4e-7c00-7000-8000-000000000002', username: 'grace' },
      invited: [],
      staff_actions: [
        {
          id: '2c26b46b-68ff-c68f-f99b-453c1d304134',
          action: 'user_unlock',
          actor: 'grace',
          created_at: '2026-01-30T03:00:00.000Z',
        },
      ],
      flags: { about: [exampleSummary], by: [exampleOwn], made: 1, without_action: 0 },
    },
    'The overview.',
  ),
  errors: ['view_reason_required'],
});
