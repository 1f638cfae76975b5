import { formatNumber } from 'contract/formats.ts';
import { z } from 'zod';
import { exportLink, listExport } from 'contract/exports.ts';
import { Id, Timestamp, storedChoice } from 'contract/fields.ts';
import { exampleNetwork, network } from 'contract/network-name.ts';
import {
  FilterIpAddress,
  FilterAfter,
  FilterBefore,
  filterChoice,
  FilterText,
  paging,
} from 'contract/lists.ts';
import { dataOf, onePage, pageFields } from 'contract/responses.ts';
import { logLevels } from 'contract/records/records.ts';
import { json, route } from 'contract/route.ts';
import { searchReason } from 'contract/view-reasons/view-reasons.ts';

export const timelineLimits = {
  /** The number of records of each kind. As many that are no failed sign-ins are listed, however many failures are later. */
  entries: 1_000,
  /** The number of records of each kind where the records of an event are one entry. */
  foldedEntries: 10_000,
  /** The number of neighbours that are folded. */
  runLength: 3,
  accounts: 50,
} as const;

export const auditMessages = {
  noAuditRecordsFound: 'No audit records found for the given filters',
  noTimelineFound: 'No records found for this user or IP address',
} as const;

export const AuditRecord = z
  .object({
    id: z.string().describe('Without an order: a running number would have gaps where a record is withheld.'),
    action: z.string().describe('What was done. For an action of staff, the name of the operation.'),
    actor: z.string().nullable().describe('The current username, or null if there is none.'),
    actor_id: Id.nullable(),
    target: z.string().nullable().describe('The current username, or null if there is none.'),
    target_id: Id.nullable(),
    ip_address: z.string().nullable().describe('Null after it was erased or its retention ended.'),
    details: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe(
        'Null after they were erased or their retention ended. `changes` contains the values before and after.',
      ),
    created_at: Timestamp,
    sealed: z
      .boolean()
      .describe('Whether a seal covers the record. A later change of a sealed record is detected.'),
  })
  .meta({ id: 'AuditRecord' });
export type AuditRecord = z.infer<typeof AuditRecord>;

const auditFilter = {
  /** Part of the username, or a whole id. `target` accepts the same. */
  actor: FilterText,
  target: FilterText,
  /** Exact match. */
  action: FilterText,
  created_before: FilterBefore,
  created_after: FilterAfter,
};

export const ListAuditRecordsBody = z.strictObject({ ...auditFilter, ...searchReason, ...paging });
export const ExportAuditRecordsBody = z.strictObject({ ...auditFilter, ...searchReason });

const exampleRecord: AuditRecord = {
  id: '2c26b46b-68ff-c68f-f99b-453c1d304134',
  action: 'user_update',
  actor: 'grace',
  actor_id: '01930a4e-7c00-7000-8000-000000000002',
  target: 'ada',
  target_id: '01930a4e-7c00-7000-8000-000000000001',
  ip_address: '192.0.2.7',
  details: { username: 'ada', fields: ['is_staff'], changes: { is_staff: { from: false, to: true } } },
  created_at: '2026-01-31T02:03:04.567Z',
  sealed: true,
};

export const listAuditRecords = route('listAuditRecords', {
  summary: 'Find audit records',
  description: 'Lists who did what to whom, the latest first.',
  body: ListAuditRecordsBody,
  bodyExample: { target: 'ada', action: 'user_update', created_after: '2020-01-31', page: 1 },
  response: onePage('totalAudit', AuditRecord, exampleRecord),
  errors: ['not_found', 'view_reason_required'],
});

export const exportAuditRecords = listExport(
  'exportAuditRecords',
  {
    summary: 'Export audit records as CSV',
    body: ExportAuditRecordsBody,
    bodyExample: { action: 'user_update' },
  },
  'A line of column names, then one line for each record. The details are JSON.',
);

export const linkAuditRecordsExport = exportLink('linkAuditRecordsExport', exportAuditRecords);

export const AuditVerdict = z
  .object({
    intact: z.boolean(),
    checked: z.int().describe('The number of sealed records that are unchanged.'),
    first_fault: z.string().nullable().describe('A description of the first fault.'),
    last_seal_at: Timestamp.nullable().describe(
      'The time of the last seal that covers a record which the caller may read.',
    ),
    head: z
      .string()
      .nullable()
      .describe(
        'The hash and signature of that seal, as in the server’s log, where its number precedes them.',
      ),
  })
  .meta({ id: 'AuditVerdict' });
export type AuditVerdict = z.infer<typeof AuditVerdict>;

export const verifyAuditTrail = route('verifyAuditTrail', {
  summary: 'Check every seal of the audit trail',
  description: 'Only one check runs at a time. A second call waits for the same result.',
  response: dataOf(
    AuditVerdict,
    {
      intact: true,
      checked: 4711,
      first_fault: null,
      last_seal_at: '2026-01-31T02:03:05.567Z',
      head: '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    },
    'The result of the check.',
  ),
});

export const Access = z
  .object({
    action: z.string(),
    created_at: Timestamp,
    reason: z.string().nullable().describe('Why the agent viewed the record, if stated.'),
  })
  .meta({ id: 'Access' });
export type Access = z.infer<typeof Access>;

export const listAccesses = route('listAccesses', {
  summary: 'List what staff did with the caller’s record',
  description:
    'Lists when staff viewed, changed or exported the record, the latest first. It does not name them. Repeated views within an hour appear once. An action that begins with `list`, except `listTimeline`, is a view in a list.',
  query: z.strictObject(paging),
  response: onePage('totalAccess', Access, {
    action: 'getUserOverview',
    created_at: '2026-01-31T02:03:04.567Z',
    reason: 'Asked for help with a locked account.',
  }),
});

export const timelineKinds = ['ip', 'log', 'audit'] as const;
const timelineFolds = ['events', 'runs'] as const;

export const TimelineEntry = z
  .object({
    id: z.string(),
    kind: z.enum(timelineKinds),
    created_at: Timestamp,
    action: z.string().nullable().describe('The action of an IP or audit record.'),
    ip_address: z.string().nullable(),
    network,
    user: z.string().nullable().describe('The user whom the entry concerns.'),
    user_id: Id.nullable(),
    actor: z.string().nullable().describe('Who performed the action of an audit record.'),
    message: z.string().nullable().describe('The message of a log record.'),
    level: storedChoice(logLevels, 'INFO').nullable().describe('The level of a log record.'),
    sources: z.array(z.enum(timelineKinds)).describe('The kinds of the records of the event.'),
    run: z
      .object({ count: z.int(), first_at: Timestamp, addresses: z.int() })
      .nullable()
      .describe(
        `For at least ${timelineLimits.runLength} equal neighbours that are folded: their number, the earliest time and the number of IP addresses. \`created_at\` is the latest.`,
      ),
    failures_before: z
      .int()
      .nullable()
      .describe(
        'For a sign-in with the right password, successful or refused for another reason: the failed ones of this account and IP address in the 24 hours before, and since the last success. Null without any.',
      ),
  })
  .meta({ id: 'TimelineEntry' });
export type TimelineEntry = z.infer<typeof TimelineEntry>;

const IpAddressAccounts = z.object({
  total: z.int(),
  data: z.array(
    z.object({
      id: Id,
      username: z.string(),
      records: z.int(),
      failed: z.int().describe('The number of failed sign-ins.'),
      signed_in: z.int().describe('The number of successful sign-ins.'),
      last_at: Timestamp,
    }),
  ),
});

const ListTimelineBody = z
  .strictObject({
    user_id: Id.optional(),
    ip_address: FilterIpAddress,
    kind: filterChoice(timelineKinds),
    fold: filterChoice(timelineFolds).describe(
      `\`events\`: the IP, log and audit records of one event are one entry. \`runs\`: so are ${timelineLimits.runLength} or more neighbours of the same event, message and account, from any IP address, except sign-ins with the right password, what staff did, and what changes an account. By default, each record is an entry.`,
    ),
    run: Id.optional().describe(
      'The id of an entry with a `run`: lists the entries of the run in its place.',
    ),
    ...searchReason,
    ...paging,
  })
  .refine(({ user_id, ip_address }) => (user_id === undefined) !== (ip_address === undefined), {
    error: 'Enter either a user or an IP address.',
    path: ['user_id'],
  });

export const listTimeline = route('listTimeline', {
  summary: 'Read the events of a user or an IP address',
  description: `Combines IP, log and audit records into one list, the latest first: ${formatNumber(timelineLimits.entries)} of each kind, or ${formatNumber(timelineLimits.foldedEntries)} with \`fold\`, and the latest ${formatNumber(timelineLimits.entries)} that are no failed sign-ins. For an IP address or a network, also lists the accounts that used it. With \`fold\`, a \`kind\` finds the events with a record of it.`,
  body: ListTimelineBody,
  bodyExample: { ip_address: '192.0.2.7' },
  response: json(
    z.object({
      data: z.array(TimelineEntry),
      totalTimeline: z.int(),
      ...pageFields,
      records: z.int().describe('The number of records in all entries.'),
      since: Timestamp.nullable().describe(
        'If not all records are listed: no failed sign-in before this time is, and other records only if they are among the latest.',
      ),
      accounts: IpAddressAccounts.nullable(),
      sign_ins: z
        .object({ failed: z.int(), succeeded: z.int() })
        .nullable()
        .describe('Of the IP address or network, of the whole time.'),
    }),
    {
      data: [
        {
          id: '01930a4e-7c00-7000-8000-000000000004',
          kind: 'ip',
          created_at: '2026-01-31T02:03:04.567Z',
          action: 'login',
          ip_address: '192.0.2.7',
          network: exampleNetwork,
          user: 'ada',
          user_id: '01930a4e-7c00-7000-8000-000000000001',
          actor: null,
          message: null,
          level: null,
          sources: ['ip'],
          run: null,
          failures_before: 166,
        },
      ],
      totalTimeline: 1,
      numOfPages: 1,
      page: 1,
      records: 1,
      since: null,
      accounts: {
        total: 1,
        data: [
          {
            id: '01930a4e-7c00-7000-8000-000000000001',
            username: 'ada',
            records: 167,
            failed: 166,
            signed_in: 1,
            last_at: '2026-01-31T02:03:04.567Z',
          },
        ],
      },
      sign_ins: { failed: 166, succeeded: 1 },
    },
    'One page.',
  ),
  errors: ['not_found', 'view_reason_required'],
});
