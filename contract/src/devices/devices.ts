import { z } from 'zod';
import { Id, IdPath, Timestamp, storedKind } from 'contract/fields.ts';
import { deviceLimits } from 'contract/accounts/accounts.constants.ts';
import { paging } from 'contract/lists.ts';
import { exampleNetwork, network } from 'contract/network-name.ts';
import { listOf, onePage, saved } from 'contract/responses.ts';
import { empty, route } from 'contract/route.ts';

const deviceMessages = {
  othersEnded: 'All other sessions have ended, and the other devices are forgotten.',
} as const;

export const Device = z
  .object({
    id: Id,
    user_agent: z.string().describe('The user agent of the last sign-in.'),
    created_at: Timestamp,
    last_used_at: Timestamp.describe('The time of the last sign-in.'),
    current: z.boolean().describe('Whether the caller’s session began on this device.'),
  })
  .meta({ id: 'Device' });
export type Device = z.infer<typeof Device>;

export const listDevices = route('listDevices', {
  summary: 'List the devices that have signed in to the account',
  description: `Lists at most ${deviceLimits.perUser} devices. A device that does not sign in for ${deviceLimits.knownDays} days is deleted.`,
  response: listOf(
    Device,
    {
      id: '01930a4e-7c00-7000-8000-000000000007',
      user_agent: 'Mozilla/5.0',
      created_at: '2026-01-31T02:03:04.567Z',
      last_used_at: '2026-01-31T02:03:04.567Z',
      current: true,
    },
    'The most recently used first.',
  ),
});

export const deleteDevice = route('deleteDevice', {
  summary: 'Delete a device',
  description: 'Invalidates the device’s token. Its session continues.',
  params: IdPath,
  responses: { 204: empty('The device is deleted.') },
});

const signInResults = ['success', 'failed', 'locked'] as const;
export type SignInResult = (typeof signInResults)[number];

export const SignIn = z
  .object({
    created_at: Timestamp,
    ip_address: z.string(),
    network,
    user_agent: z.string(),
    result: storedKind(signInResults).describe(
      '`locked` means that the sign-in was refused without checking the password. Attempts within one minute count as one.',
    ),
  })
  .meta({ id: 'SignIn' });
export type SignIn = z.infer<typeof SignIn>;

export const listSignIns = route('listSignIns', {
  summary: 'List the successful and failed sign-ins to the account',
  description: `Covers the last ${deviceLimits.knownDays} days.`,
  query: z.strictObject(paging),
  response: onePage(
    'totalSignIn',
    SignIn,
    {
      created_at: '2026-01-31T02:03:04.567Z',
      ip_address: '192.0.2.7',
      network: exampleNetwork,
      user_agent: 'Mozilla/5.0',
      result: 'success',
    },
    'The latest first.',
  ),
});

export const endOtherSessions = route('endOtherSessions', {
  summary: 'End all other sessions of the user',
  description: 'Also deletes every device except the caller’s.',
  response: saved('ended', z.int().describe('The number of sessions that ended.'), {
    msg: deviceMessages.othersEnded,
    example: 2,
    description: 'The other sessions have ended.',
  }),
});
