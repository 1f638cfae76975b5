import { z } from 'zod';
import { Id, Timestamp, storedKind, storedChoice } from 'contract/fields.ts';
import { FilterBoolean, idList, paging } from 'contract/lists.ts';
import {
  noticeLevels,
  notificationLimits,
  notificationMessages,
  notificationSwitches,
  notificationsWithoutSwitch,
} from './notifications.constants.ts';
import { messageWith, pageFields } from 'contract/responses.ts';
import { file, json, route } from 'contract/route.ts';

export const Notification = z
  .object({
    id: Id.describe('For a notice, the id of the notice.'),
    kind: storedKind(['notice', ...notificationSwitches, ...notificationsWithoutSwitch]),
    title: z.string(),
    text: z.string(),
    level: storedChoice(noticeLevels, 'info'),
    link: z.string().nullable().describe('The path of a screen.'),
    created_at: Timestamp.describe('For a notice, its start.'),
    read_at: Timestamp.nullable(),
  })
  .meta({ id: 'Notification' });

export type Notification = z.infer<typeof Notification>;

/** The event that makes the client refetch the list. */
export const Hint = z.object({ unread: z.int(), latest_id: Id.nullable() });
export type Hint = z.infer<typeof Hint>;

export const listNotifications = route('listNotifications', {
  summary: 'List the user’s notifications',
  description: 'Lists live notices for the caller and notifications from the system, the latest first.',
  query: z.strictObject({ unread: FilterBoolean, ...paging }),
  response: json(
    z.object({
      data: z.array(Notification),
      totalNotification: z.int(),
      unread: z.int().describe('The number of unread notifications, regardless of the filter.'),
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
  description: 'Marks the named notifications, or all. Ids of other users’ notifications are ignored.',
  body: ReadNotificationsBody,
  bodyExample: { ids: ['01930a4e-7c00-7000-8000-000000000007'] },
  response: messageWith('unread', z.int(), {
    msg: notificationMessages.read,
    example: 0,
    description: 'The notifications are marked as read.',
  }),
});

export const streamNotifications = route('streamNotifications', {
  summary: 'Receive an event for each new notification',
  description: `Server-sent events: \`event: unread\` with \`data: {"unread": 1, "latest_id": "…"}\`, one immediately and one after each change, and a comment every ${notificationLimits.checkSeconds} seconds. The stream ends with the session. At most ${notificationLimits.streams} streams for each user in one process.`,
  response: file(
    'text/event-stream',
    'The stream is open until the client, the session or the process ends it.',
  ),
  errors: ['too_many_requests'],
  countsAsActivity: false,
  headHasNoEffect: true,
});
