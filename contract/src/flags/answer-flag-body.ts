import { z } from 'zod';
import { ChangedUsername } from 'contract/accounts/accounts.ts';
import { Moment, oneOf, possiblyEmptyText, WholeNumber } from 'contract/fields.ts';
import { flagLimits, flagMessages, flagOutcomes } from './flags.constants.ts';

const { messageMaxLength, noteMaxLength } = flagLimits;

export const optionalText = (max: number) =>
  possiblyEmptyText(max)
    .nullish()
    .transform((text) => text ?? '');

export const AnswerFlagBody = z
  .strictObject({
    outcome: oneOf(flagOutcomes),
    note: optionalText(noteMaxLength).describe('For staff.'),
    message: optionalText(messageMaxLength).describe(
      'The flagged user reads it. Required for `warned` and `suspended`, and not used by `no_action`.',
    ),
    ends_at: Moment.optional().describe(
      'Only for `suspended`: as of `suspendUser`, and not before the end of the present suspension.',
    ),
    username: ChangedUsername.optional().describe('Only for `name_changed`.'),
    version: WholeNumber.min(1, 'Must be at least 1.').describe('Of the flag that was read.'),
  })
  .superRefine(({ outcome, message, ends_at, username }, context) => {
    const refuse = (path: string, text: string) =>
      context.addIssue({ code: 'custom', path: [path], message: text });
    const isWritten = message !== '';
    if ((outcome === 'warned' || outcome === 'suspended') && !isWritten)
      refuse('message', flagMessages.messageMissing);
    if (outcome === 'no_action' && isWritten) refuse('message', flagMessages.superfluous);
    if (outcome === 'suspended' && !ends_at) refuse('ends_at', flagMessages.endMissing);
    if (outcome !== 'suspended' && ends_at) refuse('ends_at', flagMessages.superfluous);
    if (outcome === 'name_changed' && username === undefined)
      refuse('username', flagMessages.usernameMissing);
    if (outcome !== 'name_changed' && username !== undefined) refuse('username', flagMessages.superfluous);
  })
  .meta({ id: 'AnswerFlag' });
