import { z } from 'zod';
import { Moment, visibleText } from 'contract/fields.ts';
import { messageWith } from 'contract/responses.ts';
import { route } from 'contract/route.ts';
import { ChangedUser, exampleUser, UserIdPath } from 'contract/users/user.ts';
import { suspensionLimits } from './suspension.constants.ts';

const { reasonMaxLength, shortestMinutes, longestDays } = suspensionLimits;

export const SuspendUserBody = z
  .strictObject({
    reason: visibleText(reasonMaxLength).describe('The user reads it.'),
    ends_at: Moment,
  })
  .meta({ id: 'SuspendUser' });

const EndSuspensionBody = z
  .strictObject({ reason: visibleText(reasonMaxLength) })
  .meta({ id: 'EndSuspension' });

const exampleReason = 'Your account sent 400 friend requests in one hour.';
const exampleEnd = '2026-12-03T10:00:00.000Z';

export const suspendUser = route('suspendUser', {
  summary: 'Suspend a user for a time',
  description: `The suspension ends by itself, from ${shortestMinutes / 60} hour to ${longestDays} days from now. It ends all sessions of the user and refuses sign-ins and API tokens until then. The user is informed by email. A suspended user gets the new reason and the new end. Staff suspend plain users, superusers also staff.`,
  params: UserIdPath,
  body: SuspendUserBody,
  bodyExample: { reason: exampleReason, ends_at: exampleEnd },
  response: messageWith('user', ChangedUser, {
    msg: 'ada is suspended until 3 December 2026, 10:00 UTC.',
    example: {
      id: exampleUser.id,
      account_status: 'suspended',
      suspended_until: exampleEnd,
      suspension_reason: exampleReason,
    },
    description: 'Suspended.',
  }),
  errors: ['conflict'],
});

export const endSuspension = route('endSuspension', {
  summary: 'End the suspension of a user',
  params: UserIdPath,
  body: EndSuspensionBody,
  bodyExample: { reason: 'The requests came from a stolen device.' },
  response: messageWith('user', ChangedUser, {
    msg: 'The suspension of ada has ended.',
    example: {
      id: exampleUser.id,
      account_status: 'active',
      suspended_until: null,
      suspension_reason: null,
    },
    description: 'Ended.',
  }),
  errors: ['conflict'],
});
