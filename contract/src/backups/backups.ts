import { CurrentPassword } from 'contract/accounts/accounts.ts';
import { Id, Timestamp } from 'contract/fields.ts';
import { message } from 'contract/responses.ts';
import { file, json, route } from 'contract/route.ts';
import { z } from 'zod';
import { backupKinds, backupLimits, backupMessages, backupTasks } from './backups.constants.ts';

const Backup = z
  .object({
    name: z.string().describe('The name of the file.'),
    kind: z
      .enum(backupKinds)
      .describe('The older ones of `daily` and `before_upgrade` are deleted. Those `by_hand` stay.'),
    created_at: Timestamp.describe('When the backup began. It contains everything from before.'),
    size_bytes: z.int(),
    checked_at: Timestamp.nullable().describe('When it was restored into a temporary database.'),
    check_fault: z.string().nullable().describe('Why it could not be restored.'),
  })
  .meta({ id: 'Backup' });
export type Backup = z.infer<typeof Backup>;

const exampleBackup: Backup = {
  name: 'declassified-2026-01-31T160000.123Z-daily.backup',
  kind: 'daily',
  created_at: '2026-01-31T16:00:00.123Z',
  size_bytes: 14_200_000,
  checked_at: '2026-01-31T16:01:02.345Z',
  check_fault: null,
};

export const listBackups = route('listBackups', {
  summary: 'List the backups of this server',
  description: 'Lists what is in the folder of the backups, the newest first, and how backups are made.',
  response: json(
    z.object({
      is_on: z.boolean(),
      is_database_embedded: z.boolean(),
      folder: z.string().describe('The folder of the backups on the server.'),
      disk: z
        .enum(['database', 'other', 'unknown'])
        .describe(
          'Whether the folder is on the disk of the database. Unknown for a database on a server of its own.',
        ),
      hour: z.int().describe('The hour of the daily backup, from 0 to 23.'),
      time_zone: z.string().describe('Of the hour: the time zone of the server.'),
      running: z
        .object({
          task: z.enum(backupTasks).describe('Whether a backup is made, or one is checked.'),
          bytes: z.int().nullable().describe('Written so far. Null before, and during a check.'),
        })
        .nullable()
        .describe('The backup or check that runs or waits, if there is one.'),
      faults: z.array(z.string()).describe('What staff are notified of, each as a sentence.'),
      check_remedy: z
        .string()
        .nullable()
        .describe('The SQL statement without which no backup is checked. Null if backups are checked.'),
      data: z.array(Backup),
    }),
    {
      is_on: true,
      is_database_embedded: true,
      folder: '/srv/declassified/.data/backups',
      disk: 'database',
      hour: 3,
      time_zone: 'Australia/Sydney',
      running: null,
      faults: [],
      check_remedy: null,
      data: [exampleBackup],
    },
    'The backups.',
  ),
});

export const createBackup = route('createBackup', {
  summary: 'Make a backup now',
  description: 'Starts a backup in the background. Returns 409 while one runs, and if backups are off.',
  response: message(backupMessages.started, 'The backup is queued.'),
  errors: ['conflict'],
});

/** A malformed name returns 404. */
const BackupPath = z.object({ name: z.string().regex(/^[\w.-]+\.backup$/) });

export const linkBackup = route('linkBackup', {
  summary: 'Create a URL to download a backup',
  description: `The file is the whole database. The request contains the password, and the session must have begun with it. For a user with a second factor, it must have been checked within the last ${backupLimits.factorSeconds / 60} minutes. For ${backupLimits.linkSeconds} seconds, a \`GET\` of the URL sends the file to the session that asked for it: with its access token, or in the browser that got the URL, by a cookie of its answer. All superusers are informed by email.`,
  params: BackupPath,
  body: z.strictObject({ current_password: CurrentPassword }),
  bodyExample: { current_password: 'correct horse battery' },
  response: json(z.object({ url: z.string().describe('Relative to the URL of the request.') }), {
    url: '/api/core/backup-files/01930a4e-7c00-7000-8000-000000000007/jM4…/',
  }),
  errors: ['reauthentication_required', 'invalid_credentials', 'too_many_requests'],
  rateLimit: { max: 60, windowSeconds: 60 },
});

export const downloadBackup = route('downloadBackup', {
  summary: 'Download a backup with its URL',
  description:
    'Returns 404 if the URL has expired, and without the cookie or the access token of the session that asked for it. Parts of the file can be requested with `Range`. Each request is recorded in the audit trail.',
  params: z.object({ id: Id, token: z.string() }),
  responses: {
    200: file('application/octet-stream', 'The file.'),
    206: file('application/octet-stream', 'The part of the file that `Range` names.'),
  },
  errors: ['not_found', 'token_not_valid', 'forbidden', 'password_change_required', 'range_not_satisfiable'],
});
