import { z } from 'zod';
import { Timestamp, visibleText } from 'contract/fields.ts';
import { messageWith } from 'contract/responses.ts';
import { route } from 'contract/route.ts';
import { UserIdPath } from 'contract/users/user.ts';
import { viewReasonLimits, viewReasonMessages } from './view-reasons.constants.ts';

const ViewReason = visibleText(viewReasonLimits.reasonMaxLength, viewReasonMessages.enterReason);

export const CreateViewReasonBody = z.strictObject({ reason: ViewReason });

/** In the body of a search of staff, beside its filter. */
export const searchReason = {
  view_reason: ViewReason.optional().describe(
    'Why the caller makes the search. The users whom it finds or names read it with the access.',
  ),
};

export const createViewReason = route('createViewReason', {
  summary: 'State why the caller views a user',
  description: `Applies to the caller’s views of this user for ${viewReasonLimits.minutes} minutes. The user reads it with each access. If the setting \`view_reason\` is \`required\`, the record, overview, timeline and notes of a user cannot be read, nor the record compared with the values of a change, without one, and a search, an export or a deletion with any filter needs one: its own \`view_reason\`, or one for every user whose name or id is its filter.`,
  params: UserIdPath,
  body: CreateViewReasonBody,
  bodyExample: { reason: 'Asked for help with a locked account.' },
  responses: {
    201: messageWith('expires_at', Timestamp, {
      msg: viewReasonMessages.created,
      example: '2026-01-31T03:03:04.567Z',
      description: 'The reason applies until then.',
    }),
  },
});
