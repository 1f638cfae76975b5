import { z } from 'zod';
import { calculationKinds } from 'contract/calculations/calculations.constants.ts';
import { Id, IdPath, oneOf, requiredOr, storedKind, Timestamp } from 'contract/fields.ts';
import { rateLimits } from 'contract/limits.ts';
import { filterChoice, FilterText, listParameter, paging } from 'contract/lists.ts';
import { onePage, saved } from 'contract/responses.ts';
import { json, route } from 'contract/route.ts';
import { AnswerFlagBody, optionalText } from './answer-flag-body.ts';
import {
  flagLimits,
  flagMessages,
  flagOutcomes,
  flagReasons,
  type FlagSort,
  flagSorts,
  type FlagState,
  flagStates,
  flagSubjects,
} from './flags.constants.ts';

const { accountAgeHours, earlier, open, perDay, textMaxLength } = flagLimits;

const user_id = Id;
const Subject = storedKind(flagSubjects);
const Reason = storedKind(flagReasons);

/** What the user who made it reads. */
export const OwnFlag = z
  .object({
    id: Id,
    username: z.string().describe('The name of the flagged user at the time of the flag.'),
    subject: Subject,
    calculation: z
      .string()
      .nullable()
      .describe('The name of the shared calculation at the time of the flag, if it was given.'),
    reason: Reason,
    created_at: Timestamp,
    outcome: storedKind(flagOutcomes).nullable().describe('Null while the flag is open.'),
    answered_at: Timestamp.nullable(),
  })
  .meta({ id: 'OwnFlag' });
export type OwnFlag = z.infer<typeof OwnFlag>;

const FlagAnswer = z
  .object({
    outcome: storedKind(flagOutcomes),
    note: z.string().describe('For staff.'),
    message: z.string().describe('The flagged user reads it.'),
    answered_at: Timestamp,
    answered_by: z.string().nullable().describe('A username, or null if that user was deleted.'),
  })
  .meta({ id: 'FlagAnswer' });

/** All flags about one user and one subject that are open, or that one answer has answered. */
export const FlagSummary = z
  .object({
    id: Id.describe('Of the first of them.'),
    user_id,
    username: z.string(),
    subject: Subject,
    reasons: z.array(Reason),
    flags: z.int().describe('The number of flags.'),
    version: z.int().describe('Rises with each further flag. An answer sends it back.'),
    created_at: Timestamp.describe('Of the first flag.'),
    latest_at: Timestamp.describe('Of the last flag.'),
    answer: FlagAnswer.nullable().describe('Null while they are open.'),
  })
  .meta({ id: 'FlagSummary' });
export type FlagSummary = z.infer<typeof FlagSummary>;

export const Flag = FlagSummary.extend({
  usernames: z.array(z.string()).describe('The names of the user at the times of the flags.'),
  images: z
    .array(z.object({ url: z.string(), is_current: z.boolean() }))
    .describe('The images of the user at the times of the flags, until the answer.'),
  calculations: z
    .array(
      z.object({
        name: z.string().describe('At the time of the flag.'),
        shared: z
          .object({ name: z.string(), kind: storedKind(calculationKinds) })
          .nullable()
          .describe('Of now. Null if it is not shared with the flagger any more.'),
      }),
    )
    .describe('The shared calculations that the flags are about.'),
  texts: z
    .array(
      z.object({
        flagger: z.string().nullable().describe('A username, or null if that user was deleted.'),
        reason: Reason,
        text: z.string(),
        created_at: Timestamp,
      }),
    )
    .describe('The oldest first.'),
  counted: z.int().describe(`Flags beyond ${open} open ones about the user and subject, which have no text.`),
  earlier: z
    .array(FlagSummary)
    .describe(`The latest ${earlier} answered flags about the user, and other open ones.`),
  suspended_until: Timestamp.nullable().describe(
    'Null unless the user is suspended. An answer does not end a suspension earlier.',
  ),
  may_answer: z.boolean().describe('False for flags of the caller.'),
}).meta({ id: 'Flag' });
export type Flag = z.infer<typeof Flag>;

export const exampleOwn: OwnFlag = {
  id: '01930a4e-7c00-7000-8000-000000000061',
  username: 'mallory',
  subject: 'person',
  calculation: null,
  reason: 'fraud',
  created_at: '2026-01-31T02:03:04.567Z',
  outcome: null,
  answered_at: null,
};

export const exampleSummary: FlagSummary = {
  id: exampleOwn.id,
  user_id: '01930a4e-7c00-7000-8000-000000000062',
  username: 'mallory',
  subject: 'person',
  reasons: ['fraud'],
  flags: 1,
  version: 1,
  created_at: exampleOwn.created_at,
  latest_at: exampleOwn.created_at,
  answer: null,
};

const exampleMessage = 'Do not ask other users for money.';

const exampleAnswered: FlagSummary = {
  ...exampleSummary,
  answer: {
    outcome: 'warned',
    note: 'First warning.',
    message: exampleMessage,
    answered_at: '2026-01-31T05:03:04.567Z',
    answered_by: 'grace',
  },
};

export const CreateFlagBody = z
  .strictObject({
    user_id,
    subject: oneOf(flagSubjects),
    reason: z.enum(flagReasons, {
      error: requiredOr(`Must be one of ${flagReasons.join(', ')}.`, flagMessages.reasonMissing),
    }),
    text: optionalText(textMaxLength).describe('Required for the reason `other`.'),
    calculation_id: Id.nullish()
      .transform((id) => id ?? null)
      .describe('Only for the subject `shared_calculation`: the one that is meant.'),
    block: z
      .boolean('Must be true or false.')
      .nullish()
      .transform((value) => value ?? false)
      .describe('Also blocks the user.'),
  })
  .refine(({ reason, text }) => reason !== 'other' || text !== '', {
    path: ['text'],
    message: flagMessages.textMissing,
  })
  .refine(({ subject, calculation_id }) => subject === 'shared_calculation' || calculation_id === null, {
    path: ['calculation_id'],
    message: flagMessages.noCalculation,
  })
  .meta({ id: 'CreateFlag' });

export const createFlag = route('createFlag', {
  summary: 'Report a user to staff',
  description: `For a friend, a user with whom there is or was a friend request, or one whom \`searchUsers\` finds for the caller. Any other user is a 404. The subject \`shared_calculation\` needs a calculation that the user shares with the caller, and \`calculation_id\` names it. The user does not learn of it. One open flag for each user, and at most ${perDay} a day, from accounts that are verified and older than ${accountAgeHours} hours.`,
  body: CreateFlagBody,
  bodyExample: {
    user_id: exampleSummary.user_id,
    subject: 'person',
    reason: 'fraud',
    text: 'Asked me for a deposit for a flat that does not exist.',
    block: true,
  },
  responses: {
    201: saved('flag', OwnFlag, {
      msg: flagMessages.created,
      example: exampleOwn,
      description: 'Reported.',
    }),
  },
  errors: ['not_found', 'conflict', 'already_flagged', 'forbidden', 'too_many_requests'],
  rateLimit: rateLimits.relationChange,
});

export const listOwnFlags = route('listOwnFlags', {
  summary: 'List the reports of the caller',
  query: z.strictObject(paging),
  response: onePage('totalFlag', OwnFlag, exampleOwn, 'One page, the latest first.'),
});

export const ListFlagsBody = z.strictObject({
  state: listParameter<FlagState | null, FlagState>(
    { refusal: `Must be ALL, ${flagStates.join(', ')}.`, fallback: 'open' },
    (text) =>
      text.toUpperCase() === 'ALL' ? null : flagStates.find((state) => state === text.toLowerCase()),
  ).describe('Defaults to `open`.'),
  reason: filterChoice(flagReasons),
  user: FilterText.describe(
    'A part of the current or a reported username of the flagged user, or the whole id.',
  ),
  sort: listParameter<FlagSort | null, FlagSort | null>(
    { refusal: `Must be ${flagSorts.join(', ')}.`, fallback: null },
    (text) => flagSorts.find((sort) => sort === text.toLowerCase()),
  ).describe(
    '`most` begins with the most flags. `latest` is by the answers for the state `answered`, whose default it is. The default of the others is `oldest`.',
  ),
  ...paging,
});

const seenFlags =
  'Staff see those about plain users, superusers also those about staff, and nobody those about themselves.';

export const listFlags = route('listFlags', {
  summary: 'Find flagged users',
  description: `Flags about one user and one subject that are open, or that one answer has answered, are one row. ${seenFlags}`,
  body: ListFlagsBody,
  bodyExample: { state: 'open', sort: 'oldest', page: 1 },
  response: onePage('totalFlag', FlagSummary, exampleSummary),
  errors: ['not_found'],
});

export const getFlag = route('getFlag', {
  summary: 'Read a flag',
  description: `With the texts, the names and images at the times of the flags, and earlier answers. It is a look at the user with the reason \`flag\` and the id, so no other reason is needed. ${seenFlags}`,
  params: IdPath,
  response: json(
    Flag,
    {
      ...exampleSummary,
      usernames: ['mallory'],
      images: [{ url: 'https://declassified.example/api/core/files/images/x.webp', is_current: true }],
      calculations: [],
      texts: [
        {
          flagger: 'ada',
          reason: 'fraud',
          text: 'Asked me for a deposit for a flat that does not exist.',
          created_at: exampleSummary.created_at,
        },
      ],
      counted: 0,
      earlier: [],
      suspended_until: null,
      may_answer: true,
    },
    'The flag, with all others of its row.',
  ),
});

export const answerFlag = route('answerFlag', {
  summary: 'Answer a flag',
  description:
    'Answers all open flags about the same user and subject, and does what the outcome says, in one transaction. The second of two answers is a 409 that names the first one, and so is an answer with the version before a further flag, or a suspension that ends before the present one. Nobody answers a flag of their own.',
  params: IdPath,
  body: AnswerFlagBody,
  bodyExample: { outcome: 'warned', message: exampleMessage, note: 'First warning.', version: 1 },
  response: saved('flag', FlagSummary, {
    msg: flagMessages.answered,
    example: exampleAnswered,
    description: 'Answered.',
  }),
  errors: ['conflict'],
});
