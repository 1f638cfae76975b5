import { z } from 'zod';
import {
  Id,
  IdPath,
  Moment,
  oneOf,
  Timestamp,
  visibleLine,
  visibleText,
  storedKind,
  storedChoice,
} from 'contract/fields.ts';
import { filterChoice, FilterText, paging, SortBy } from 'contract/lists.ts';
import { noticeLevels } from 'contract/notifications/notifications.constants.ts';
import { onePage, saved } from 'contract/responses.ts';
import { empty, route } from 'contract/route.ts';

export const noticeAudiences = ['all', 'premium', 'staff', 'user'] as const;
type NoticeAudience = (typeof noticeAudiences)[number];
export const audienceLabels: Record<NoticeAudience, string> = {
  all: 'Everybody',
  premium: 'Premium users',
  staff: 'Staff',
  user: 'One user',
};

export const noticeStates = ['draft', 'scheduled', 'live', 'over', 'withdrawn'] as const;
export type NoticeState = (typeof noticeStates)[number];

export const noticeLimits = { titleMaxLength: 120, textMaxLength: 2_000 } as const;

export const noticeMessages = {
  noneFound: 'No notices found for the given filters',
  liveIsFixed: 'This notice is live or has been live, so only its end can change.',
  withdrawnIsFixed: 'This notice was withdrawn.',
  liveIsWithdrawn: 'This notice is live or has been live. Withdraw it instead.',
  userMissing: 'Must name the user.',
  userSuperfluous: 'Only allowed for the audience “One user”.',
  userUnknown: 'There is no such user.',
  endBeforeStart: 'Must be after the start.',
  endInPast: 'Must be in the future.',
} as const;

export const Notice = z
  .object({
    id: Id,
    title: z.string(),
    text: z.string(),
    level: storedChoice(noticeLevels, 'info'),
    audience: storedKind(noticeAudiences),
    user_id: Id.nullable(),
    starts_at: Timestamp.nullable().describe('Null for a draft that starts when it is published.'),
    ends_at: Timestamp.nullable(),
    state: z.enum(noticeStates),
    read_count: z.int(),
    created_by: z.string().nullable().describe('A username, or null if the user was deleted.'),
    date_updated: Timestamp,
  })
  .meta({ id: 'Notice' });

export type Notice = z.infer<typeof Notice>;

const fields = {
  title: visibleLine(noticeLimits.titleMaxLength),
  text: visibleText(noticeLimits.textMaxLength),
  level: oneOf(noticeLevels, noticeLevels.join(', ')),
  audience: oneOf(noticeAudiences, noticeAudiences.join(', ')),
  user_id: Id.nullable(),
  starts_at: Moment.nullable().describe('The notice starts at once if it is null or in the past.'),
  ends_at: Moment.nullable().describe('Null if the notice has no end.'),
  draft: z.boolean('Must be true or false.'),
};

export const CreateNoticeBody = z.strictObject({
  ...fields,
  user_id: fields.user_id.default(null),
  starts_at: fields.starts_at.default(null),
  ends_at: fields.ends_at.default(null),
  draft: fields.draft.default(false),
});

export const UpdateNoticeBody = z.strictObject(fields).exactPartial();

export const ListNoticesBody = z.strictObject({
  text: FilterText,
  level: filterChoice(noticeLevels),
  state: filterChoice(noticeStates),
  sort: SortBy,
  ...paging,
});

const exampleNotice: Notice = {
  id: '01930a4e-7c00-7000-8000-000000000006',
  title: 'Maintenance on Sunday',
  text: 'From 02:00 to 03:00 UTC nobody can sign in.',
  level: 'warning',
  audience: 'all',
  user_id: null,
  starts_at: '2026-01-31T02:03:04.567Z',
  ends_at: null,
  state: 'live',
  read_count: 12,
  created_by: 'ada',
  date_updated: '2026-01-31T02:03:04.567Z',
};
const { title, text, level, audience } = exampleNotice;
const exampleBody = { title, text, level, audience, starts_at: null, ends_at: null, draft: true };

const savedNotice = (msg: string, description: string, example = exampleNotice) =>
  saved('notice', Notice, { msg, example, description });

export const listNotices = route('listNotices', {
  summary: 'Find notices',
  description:
    '`text` matches in the title or the text. The latest come first by default; `a-z` and `z-a` sort by title. Without a filter, an empty list is a 200 instead of a 404.',
  body: ListNoticesBody,
  bodyExample: { text: 'maintenance', level: 'warning', state: 'live', page: 1 },
  response: onePage('totalNotice', Notice, exampleNotice),
  errors: ['not_found'],
});

export const createNotice = route('createNotice', {
  summary: 'Create a notice',
  description:
    'The notice is live from its start to its end, unless it is a draft. While it is live, its users see it among their notifications. A `critical` notice to `all` is also a banner on every page.',
  body: CreateNoticeBody,
  bodyExample: exampleBody,
  responses: {
    201: savedNotice('Notice saved.', 'Saved.'),
  },
});

export const updateNotice = route('updateNotice', {
  summary: 'Change a notice',
  description: 'Absent fields do not change. Once the notice is live, only `ends_at` can change.',
  params: IdPath,
  body: UpdateNoticeBody,
  bodyExample: { ends_at: null },
  response: savedNotice('Notice updated.', 'Changed.'),
  errors: ['conflict'],
});

export const deleteNotice = route('deleteNotice', {
  summary: 'Delete a notice that was never live',
  params: IdPath,
  responses: { 204: empty('Deleted.') },
  errors: ['conflict'],
});

export const withdrawNotice = route('withdrawNotice', {
  summary: 'Withdraw a notice',
  description: 'The notice disappears for every user. A repeated call changes nothing.',
  params: IdPath,
  response: savedNotice('Notice withdrawn.', 'Withdrawn.', { ...exampleNotice, state: 'withdrawn' }),
});
