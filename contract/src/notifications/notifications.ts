import { z } from 'zod';
import { Id, Timestamp } from 'contract/fields.ts';
import { FilterBoolean, idList, paging } from 'contract/lists.ts';
import {
  noticeLevels,
  notificationLimits,
  notificationMessages,
  notificationSwitches,
} from './notifications.constants.ts';
import { messageWith, pageFields } from 'contract/responses.ts';
import { file, json, route } from 'contract/route.ts';

export const Notification = z
  .object({
    id: Id.meta({ description: 'Of a notice its own.' }),
    kind: z.enum(['notice', ...notificationSwitches]),
    title: z.string(),
    text: z.string(),
    level: z.enum(noticeLevels),
    link: z.string().nullable().meta({ description: 'A path of the client.' }),
    created_at: Timestamp.meta({ description: 'Of a notice its start.' }),
    read_at: Timestamp.nullable(),
  })
  .meta({ id: 'Notification' });

export type Notification = z.infer<typeof Notification>;

/** Tells the client to read the list again. */
export const Hint = z.object({ unread: z.int(), latest_id: Id.nullable() });
export type Hint = z.infer<typeof Hint>;

export const listNotifications = route('listNotifications', {
  summary: 'List one’s notifications',
  description: 'Live notices to the caller, and what the system has told; latest first.',
  query: z.strictObject({ unread: FilterBoolean, ...paging }),
  responses: {
    200: json(
      z.object({
        data: z.array(Notification),
        totalNotification: z.int(),
        unread: z.int().meta({ description: 'Of all, whatever the filter.' }),
        ...pageFields,
      }),
      {
        data: [
          {
            id: '01930a4e-7c00-7000-8000-000000000007',
            kind: 'friend_request',
            title: 'Friend request',
            text: 'grace asks to be friends. Accept or reject it among your friends.',
            level: 'info',
            link: '/profile?tab=friends',
            created_at: '2026-01-31T02:03:04.567Z',
            read_at: null,
          },
        ],
        totalNotification: 1,
        unread: 1,
        numOfPages: 1,
        page: 1,
      },
      'One page.',
    ),
  },
});

const ReadNotificationsBody = z
  .strictObject({
    ids: idList(notificationLimits.maxIds).optional(),
    all: z.literal(true, 'Must be true.').optional(),
  })
  .refine(({ ids, all }) => (ids === undefined) !== (all === undefined), {
    path: ['ids'],
    error: 'Must name ids, or all must be true.',
  });

export const readNotifications = route('readNotifications', {
  summary: 'Mark notifications as read',
  description: 'Some by their ids, or all. Ids of others’ notifications are ignored.',
  body: ReadNotificationsBody,
  bodyExample: { ids: ['01930a4e-7c00-7000-8000-000000000007'] },
  responses: { 200: messageWith('unread', z.int())(notificationMessages.read, 0, 'Marked.') },
});

export const streamNotifications = route('streamNotifications', {
  summary: 'Hear of new notifications',
  description: `Hints: \`event: unread\` with \`data: {"unread": 1, "latest_id": "…"}\`, one at once and one after each change; a comment every ${notificationLimits.checkSeconds} s. The stream ends with the session. At most ${notificationLimits.streams} a user and process.`,
  responses: { 200: file('text/event-stream', 'Until the client, the session or the process ends.') },
  errors: ['too_many_requests'],
  isNoUseOfSession: true,
  headHasNoEffect: true,
});
