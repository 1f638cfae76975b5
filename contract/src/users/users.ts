import { z } from 'zod';
import { ChangedUsername, CurrentPassword, LinkPath, NewPassword } from 'contract/accounts/accounts.ts';
import { Email } from 'contract/accounts/email.ts';
import { boundedText, FormBoolean, IdPath, optionalText, visibleLine } from 'contract/fields.ts';
import { accountMessages } from 'contract/accounts/accounts.constants.ts';
import { rateLimits } from 'contract/limits.ts';
import { byProfileField, profileFieldNames, type ProfileFieldRow } from './profile-fields.ts';
import { accountStatuses, userMessages } from './users.constants.ts';
import {
  FilterAfter,
  FilterBefore,
  FilterBoolean,
  filterChoice,
  FilterText,
  paging,
  SortBy,
} from 'contract/lists.ts';
import { listOf, message, onePage, saved } from 'contract/responses.ts';
import { empty, file, json, route } from 'contract/route.ts';
import { durationTexts } from 'contract/durations.ts';
import { ChangedUser, exampleSession, exampleUser, ListedUser, Session, User, UserIdPath } from './user.ts';

export { endSuspension, suspendUser } from './suspension.ts';
export { getUserOverview } from './user-overview.ts';

export const getUser = route('getUser', {
  summary: 'Read a user',
  description: 'Users may read their own record, staff every record.',
  params: IdPath,
  response: json(User, exampleUser, 'The user.'),
  errors: ['view_reason_required'],
});

/** UTC+14 is the latest time zone, so no date is later than the current date there. */
const latestZoneOffsetMs = 14 * 60 * 60 * 1000;

const dateFrom = (earliest: string) =>
  z.iso
    .date({ error: 'Must be a date such as 1990-12-31.', abort: true })
    .refine((date) => date >= earliest, `Must be ${earliest} or later.`)
    .refine((date) => Date.parse(date) <= Date.now() + latestZoneOffsetMs, 'Must not be in the future.');

const textOf = (maxLength: number, pattern: ProfileFieldRow['pattern']) =>
  pattern ? boundedText(maxLength).regex(pattern.matches, pattern.refusal) : visibleLine(maxLength);

const profileDetails = byProfileField((_, { earliest, maxLength, pattern, normalize }) =>
  optionalText(
    earliest ? dateFrom(earliest) : textOf(maxLength ?? 0, pattern).transform(normalize ?? ((text) => text)),
  ),
);

/**
 * Absent fields do not change; null clears a field. Clients send whole records back, so unknown fields and fields that
 * the caller may not change are ignored.
 */
const userDetails = {
  email: Email.optional(),
  username: ChangedUsername.optional(),
  ...profileDetails,
  new_password: optionalText(NewPassword),
  confirm_new_password: optionalText(z.string(accountMessages.passwordMismatch)),
  delete_image: FormBoolean.optional(),
};

const nullableDetails = [...profileFieldNames, 'delete_image'];

interface PasswordPair {
  new_password?: string | null | undefined;
  confirm_new_password?: string | null | undefined;
}

const isConfirmed = ({ new_password, confirm_new_password }: PasswordPair) =>
  !new_password || confirm_new_password?.normalize('NFKC') === new_password;

const confirmationMismatch = { path: ['confirm_new_password'], message: accountMessages.passwordMismatch };

export const UpdateUserBody = z
  .object({ ...userDetails, current_password: optionalText(CurrentPassword) })
  .refine(isConfirmed, confirmationMismatch)
  .meta({ id: 'UpdateUser' });

const userRights = {
  is_active: FormBoolean.optional(),
  is_staff: FormBoolean.optional(),
  is_premium_user: FormBoolean.optional(),
  /** Accepted so that an attempt to change the field gets an error at this field. */
  is_superuser: FormBoolean.optional(),
};

export const AdminUpdateUserBody = z
  .object({ ...userDetails, ...userRights })
  .refine(isConfirmed, confirmationMismatch)
  .meta({ id: 'AdminUpdateUser' });

const exampleDetails = {
  username: exampleUser.username,
  ...byProfileField((_, { example }) => example),
};

export const updateUser = route('updateUser', {
  summary: 'Change the user’s own record',
  description: `Absent fields do not change. A new password ends all other sessions. A new email address is stored as \`pending_email\` until its verification link is followed. Both changes require a sign-in within the last ${durationTexts.recentSignIn} or \`current_password\`.`,
  params: UserIdPath,
  body: UpdateUserBody,
  bodyTypes: ['json', 'multipart'],
  nullableFields: nullableDetails,
  fileField: 'user_image',
  bodyExample: exampleDetails,
  response: saved('user', User, {
    msg: userMessages.userUpdated,
    example: exampleUser,
    description: 'Saved.',
  }),
  errors: [
    'conflict',
    'reauthentication_required',
    'invalid_credentials',
    'storage_limit_reached',
    'too_many_requests',
  ],
  rateLimit: { max: 120, windowSeconds: 3_600 },
});

export const deleteUser = route('deleteUser', {
  summary: 'Delete a user',
  description: `Users delete their own account after a sign-in within the last ${durationTexts.recentSignIn} or with \`current_password\`. The account is closed at once and deleted after ${durationTexts.undoDeletion}, unless the user cancels the deletion with the emailed link. Staff delete plain users, superusers every user: the user is deleted at once, with all sessions, requests, friendships and files.`,
  params: IdPath,
  body: z.strictObject({ current_password: optionalText(CurrentPassword) }).nullish(),
  bodyExample: {},
  responses: { 204: empty('The user is deleted, or the account is closed.') },
  errors: ['conflict', 'reauthentication_required', 'invalid_credentials', 'too_many_requests'],
});

export const undoEmailChange = route('undoEmailChange', {
  summary: 'Undo a change of the email address',
  description: `Follows the link that was sent to the previous email address, within ${durationTexts.undoEmailChange}. Ends all sessions, removes the second factors, recovery codes, identities, API tokens and known devices that were added since the change was requested and in the week before, and the current password stops working until it is reset. If older ones remain, a notification asks the user to check them.`,
  params: LinkPath,
  response: message(userMessages.emailChangeUndone, 'The previous email address is restored.'),
  errors: ['invalid_link', 'conflict'],
  rateLimit: { max: 60, windowSeconds: 3_600 },
});

export const undoDeletion = route('undoDeletion', {
  summary: 'Cancel the deletion of the account',
  description: `Follows the emailed link within ${durationTexts.undoDeletion}. Removes the second factors, recovery codes and identities that were added in the week before, all API tokens and known devices, and the password: a password reset link is sent.`,
  params: LinkPath,
  response: message(userMessages.deletionUndone, 'The account is restored.'),
  errors: ['invalid_link'],
  rateLimit: { max: 60, windowSeconds: 3_600 },
});

export const listSessions = route('listSessions', {
  summary: 'List the user’s valid sessions',
  response: listOf(Session, exampleSession, 'The most recently used first.'),
});

export const deleteSession = route('deleteSession', {
  summary: 'End a session of the user',
  params: IdPath,
  responses: { 204: empty('The session has ended.') },
  rateLimit: rateLimits.relationChange,
});

export const exportUser = route('exportUser', {
  summary: 'Export all data about the user',
  response: file('application/json', 'A JSON file.'),
  rateLimit: { max: 20, windowSeconds: 3_600 },
});

/** Not for `view=names`: who finds a user by them learns what the names do not show. */
const recordFilters = ['email', 'is_staff', 'is_premium_user', 'updated_before', 'updated_after'] as const;

/** `sort` orders by `date_updated` or by username. */
export const ListUsersQuery = z
  .strictObject({
    text: FilterText,
    email: FilterText,
    username: FilterText,
    is_active: FilterBoolean,
    is_staff: FilterBoolean,
    is_premium_user: FilterBoolean,
    account_status: filterChoice(accountStatuses),
    updated_before: FilterBefore,
    updated_after: FilterAfter,
    view: filterChoice(['names']),
    sort: SortBy,
    ...paging,
  })
  .superRefine((query, context) => {
    if (query.view === null) return;
    for (const path of recordFilters) {
      if ((query[path] ?? null) === null) continue;
      context.addIssue({ code: 'custom', path: [path], message: userMessages.notForNames });
    }
  });

export const listUsers = route('listUsers', {
  summary: 'Find users',
  description:
    '`text` is part of a username or of an email address. With `view=names`, each user has only `id`, `username`, `user_image` and `account_status`, `text` is part of a username, and the filters by what is not in the response are refused. Without it, each user also has the email address, the rights and the times of the account, and the call is a view of each user on the page. Private details are in the record of a single user only.',
  query: ListUsersQuery,
  response: onePage('totalUser', ListedUser, ListedUser.parse(exampleUser)),
  errors: ['not_found'],
});

export const adminUpdateUser = route('adminUpdateUser', {
  summary: 'Change a user',
  description:
    'Staff manage plain users, and superusers manage every user. Fields that the caller may not change are ignored if their value is unchanged. If one is changed, the request is refused and nothing is saved. A new password ends the user’s sessions and must be changed at the next sign-in. A new email address applies at once. A comparison with the record is a view of the user: where the setting `view_reason` is `required`, it needs a stated reason.',
  params: UserIdPath,
  body: AdminUpdateUserBody,
  bodyTypes: ['json', 'multipart'],
  nullableFields: [...nullableDetails, ...Object.keys(userRights)],
  fileField: 'user_image',
  bodyExample: { ...exampleDetails, is_active: true, is_premium_user: true },
  response: saved('user', ChangedUser, {
    msg: userMessages.userUpdated,
    example: { id: exampleUser.id, is_premium_user: true, date_updated: exampleUser.date_updated },
    description: 'Saved. The user has the fields that have changed.',
  }),
  errors: ['conflict', 'reauthentication_required', 'storage_limit_reached', 'view_reason_required'],
});

export const endUserSessions = route('endUserSessions', {
  summary: 'End all sessions of a user',
  description: 'The user is informed by email.',
  params: UserIdPath,
  response: message(userMessages.sessionsEnded, 'All sessions have ended.'),
});

export const unlockUser = route('unlockUser', {
  summary: 'Unlock a user',
  description: 'Resets the failed sign-ins of the account and of its known devices.',
  params: UserIdPath,
  response: message(userMessages.userUnlocked, 'Unlocked.'),
});
