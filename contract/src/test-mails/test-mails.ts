import { Id, IdPath, Timestamp, storedKind } from 'contract/fields.ts';
import { saved } from 'contract/responses.ts';
import { json, route } from 'contract/route.ts';
import { z } from 'zod';
import { testMailLimits, testMailMessages, testMailOutcomes } from './test-mails.constants.ts';

const TestMail = z
  .object({
    id: Id,
    requested_at: Timestamp,
    outcome: storedKind(testMailOutcomes).nullable().describe('Null until the mail server has answered.'),
    host: z.string().nullable().describe('The mail server.'),
    code: z.int().nullable().describe('The code of its answer.'),
    answer: z.string().nullable().describe('The text of its answer, or why it cannot be reached.'),
  })
  .meta({ id: 'TestMail' });
export type TestMail = z.infer<typeof TestMail>;

const waiting: TestMail = {
  id: '01930a4e-7c00-7000-8000-000000000007',
  requested_at: '2026-01-31T02:03:04.567Z',
  outcome: null,
  host: null,
  code: null,
  answer: null,
};

export const createTestMail = route('createTestMail', {
  summary: 'Send a test email to oneself',
  description: 'Sends an email to the address of the caller, through the queue of all emails.',
  response: saved('test_mail', TestMail, {
    msg: testMailMessages.queued,
    example: waiting,
    description: 'The email is queued.',
  }),
  rateLimit: testMailLimits.requests,
});

export const getTestMail = route('getTestMail', {
  summary: 'Read what the mail server answered to a test email',
  params: IdPath,
  response: json(
    TestMail,
    {
      ...waiting,
      outcome: 'accepted',
      host: 'smtp.example.org:587',
      code: 250,
      answer: '2.0.0 Ok: queued as 4R1',
    },
    'The test email of the caller.',
  ),
});
