import { z } from 'zod';
import { Timestamp, visibleText } from 'contract/fields.ts';
import { messageWith } from 'contract/responses.ts';
import { route } from 'contract/route.ts';
import { UserIdPath } from 'contract/users/user.ts';
import { viewReasonLimits, viewReasonMessages } from './view-reasons.constants.ts';

export const createViewReason = route('createViewReason', {
  summary: 'State why the caller views a user',
  description: `Applies to the caller’s views of this user for ${viewReasonLimits.minutes} minutes. The user reads it with each access. If the setting \`view_reason\` is \`required\`, the record, overview, timeline and notes of a user cannot be read without one, and a search or an export by name, id, IP address or text needs one for each user whom it finds.`,
  params: UserIdPath,
  body: z.strictObject({ reason: visibleText(viewReasonLimits.reasonMaxLength) }),
  bodyExample: { reason: 'Asked for help with a locked account.' },
  responses: {
    201: messageWith('expires_at', Timestamp, {
      msg: viewReasonMessages.created,
      example: '2026-01-31T03:03:04.567Z',
      description: 'The reason applies until then.',
    }),
  },
});
