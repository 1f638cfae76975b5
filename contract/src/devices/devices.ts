import { z } from 'zod';
import { Id, IdPath, Timestamp } from 'contract/fields.ts';
import { deviceLimits } from 'contract/accounts/accounts.constants.ts';
import { deviceMessages } from './devices.constants.ts';
import { paging } from 'contract/lists.ts';
import { listOf, messageWith, onePage } from 'contract/responses.ts';
import { empty, route } from 'contract/route.ts';

export const Device = z
  .object({
    id: Id,
    user_agent: z.string().meta({ description: 'Of the last sign-in.' }),
    created_at: Timestamp,
    last_used_at: Timestamp.meta({ description: 'The last sign-in.' }),
    current: z.boolean().meta({ description: 'Whether the calling session was begun on it.' }),
  })
  .meta({ id: 'Device' });
export type Device = z.infer<typeof Device>;

export const listDevices = route('listDevices', {
  summary: 'List the devices that have signed in to one’s account',
  description: `At most ${deviceLimits.perUser}; one that does not sign in for ${deviceLimits.knownDays} days is forgotten.`,
  responses: {
    200: listOf(
      Device,
      {
        id: '01930a4e-7c00-7000-8000-000000000007',
        user_agent: 'Mozilla/5.0',
        created_at: '2026-01-31T02:03:04.567Z',
        last_used_at: '2026-01-31T02:03:04.567Z',
        current: true,
      },
      'The last used first.',
    ),
  },
});

export const deleteDevice = route('deleteDevice', {
  summary: 'Forget a device',
  description: 'Its token is worth nothing from then on; its session stays.',
  params: IdPath,
  responses: { 204: empty('Forgotten.') },
});

const signInResults = ['success', 'failed', 'locked'] as const;
export type SignInResult = (typeof signInResults)[number];

export const SignIn = z
  .object({
    created_at: Timestamp,
    ip_address: z.string(),
    user_agent: z.string(),
    result: z
      .enum(signInResults)
      .meta({ description: '`locked`: refused unread; tries of one minute stand for one.' }),
  })
  .meta({ id: 'SignIn' });
export type SignIn = z.infer<typeof SignIn>;

export const listSignIns = route('listSignIns', {
  summary: 'List the sign-ins to one’s account, and the tries',
  description: `Of the last ${deviceLimits.knownDays} days.`,
  query: z.strictObject(paging),
  responses: {
    200: onePage(
      'totalSignIn',
      SignIn,
      {
        created_at: '2026-01-31T02:03:04.567Z',
        ip_address: '192.0.2.7',
        user_agent: 'Mozilla/5.0',
        result: 'success',
      },
      'The latest first.',
    ),
  },
});

export const endOtherSessions = route('endOtherSessions', {
  summary: 'End all of one’s sessions but the calling one',
  description: 'Every device but the calling one is forgotten, too.',
  responses: {
    200: messageWith('ended', z.int().meta({ description: 'How many sessions.' }))(
      deviceMessages.othersEnded,
      2,
      'Ended.',
    ),
  },
});
