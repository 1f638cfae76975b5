import { z } from 'zod';
import { Id, IdPath, possiblyEmptyText, Timestamp, WholeNumber } from 'contract/fields.ts';
import { rateLimits } from 'contract/limits.ts';
import { FilterBoolean, paging } from 'contract/lists.ts';
import { message, pageFields } from 'contract/responses.ts';
import { json, route } from 'contract/route.ts';
import { invitationLimits, invitationMessages } from './invitations.constants.ts';

/** The token of an invitation. Any text is accepted: a damaged token is an invitation that does not work. */
export const InvitationToken = z
  .string({ error: invitationMessages.invalid })
  .describe('The token in the URL of an invitation, after `#invitation=`.');

const within = ({ min, max }: { min: number; max: number }) => {
  const refusal = `Must be a whole number from ${min} to ${max}.`;
  return WholeNumber.min(min, refusal).max(max, refusal);
};

export const Invitation = z
  .object({
    id: Id,
    note: z.string(),
    created_by: z.string().describe('A username.'),
    uses: z.int().describe('How many people can register with it.'),
    used: z.int().describe('How many have registered with it.'),
    people: z
      .array(z.object({ id: Id, username: z.string(), registered_at: Timestamp }))
      .describe('Who registered with it and still has an account, the first one first.'),
    created_at: Timestamp,
    expires_at: Timestamp,
    is_open: z.boolean().describe('Whether somebody can still register with it.'),
  })
  .meta({ id: 'Invitation' });

export type Invitation = z.infer<typeof Invitation>;

const example: Invitation = {
  id: '01930a4e-7c00-7000-8000-000000000009',
  note: 'For Grace',
  created_by: 'ada',
  uses: 1,
  used: 0,
  people: [],
  created_at: '2026-11-28T02:03:04.567Z',
  expires_at: '2026-12-05T02:03:04.567Z',
  is_open: true,
};

export const CreateInvitationBody = z
  .strictObject({
    note: possiblyEmptyText(invitationLimits.noteMaxLength).default(''),
    days: within(invitationLimits.days).default(invitationLimits.days.default),
    uses: within(invitationLimits.uses).default(1),
  })
  .meta({ id: 'CreateInvitation' });

export const createInvitation = route('createInvitation', {
  summary: 'Create an invitation',
  description: `Whoever opens the URL may register, also while registration is closed. Staff invite up to ${invitationLimits.uses.max} people with one invitation; the setting \`invitations_per_user\` says how many other users may invite, one at a time.`,
  body: CreateInvitationBody,
  bodyExample: { note: example.note, days: 7, uses: 1 },
  responses: {
    201: json(
      z.object({ msg: z.string(), invitation: Invitation, url: z.string() }),
      {
        msg: invitationMessages.created,
        invitation: example,
        url: 'https://declassified.example/register#invitation=4fQ1zkyWwB5m0nJq1sT8u3vX6yZ9aC2dE5fG7hJ0kLm',
      },
      'The invitation was created. The URL is returned only in this response.',
    ),
  },
  errors: ['conflict', 'forbidden'],
  rateLimit: rateLimits.relationChange,
});

export const checkInvitation = route('checkInvitation', {
  summary: 'Check an invitation',
  description:
    'Says whether somebody can register with it, before they fill in the form. One that was used, has ended or never existed is refused alike.',
  body: z.strictObject({ invitation: InvitationToken }),
  bodyExample: { invitation: '4fQ1zkyWwB5m0nJq1sT8u3vX6yZ9aC2dE5fG7hJ0kLm' },
  response: message(invitationMessages.works, 'It works now. No use of it is taken.'),
  errors: ['invalid_invitation'],
  rateLimit: { max: 30, windowSeconds: 60 },
});

export const listInvitations = route('listInvitations', {
  summary: 'List invitations',
  description: `Lists those of the caller, the latest first, until ${invitationLimits.listedDays} days after their end. With \`all=true\`, staff list those of everybody.`,
  query: z.strictObject({ all: FilterBoolean, ...paging }),
  response: json(
    z.object({
      data: z.array(Invitation),
      totalInvitation: z.int(),
      left: z.int().nullable().describe('How many people the caller may still invite. Null without a limit.'),
      ...pageFields,
    }),
    { data: [example], totalInvitation: 1, left: null, numOfPages: 1, page: 1 },
    'One page.',
  ),
  errors: ['forbidden'],
});

export const deleteInvitation = route('deleteInvitation', {
  summary: 'Delete an invitation',
  description: 'Its maker or staff. Nobody can register with it afterwards. Who has registered remains.',
  params: IdPath,
  response: message(invitationMessages.deleted, 'Deleted.'),
  rateLimit: rateLimits.relationChange,
});
