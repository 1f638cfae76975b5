import { screen } from '@testing-library/react';
import type { TestMail as Answer } from 'contract/test-mails/test-mails.ts';
import { expect, test, vi } from 'vitest';
import { toast } from '#ui/feedback/toast.ts';
import { fakeApi, json, refusal, respondTo } from '#test/fake-api.ts';
import { press, renderAt } from '#test/render-at.tsx';
import { TestMail } from './settings-screen.tsx';

fakeApi();

const sent: Answer = {
  id: '01930a4e-7c00-7000-8000-000000000007',
  requested_at: '2026-01-31T02:03:04.567Z',
  outcome: null,
  host: null,
  code: null,
  answer: null,
};

test.each<[Partial<Answer>, string]>([
  [
    { outcome: 'accepted', host: 'smtp.example.org', code: 250, answer: '2.0.0 Ok' },
    'smtp.example.org accepted the email with the code 250: 2.0.0 Ok',
  ],
  [
    { outcome: 'refused', host: 'smtp.example.org', code: 550, answer: 'No such user' },
    'smtp.example.org refused the email with the code 550: No such user',
  ],
  [
    { outcome: 'unreachable', host: 'smtp.example.org', answer: 'connect ECONNREFUSED' },
    'smtp.example.org cannot be reached: connect ECONNREFUSED',
  ],
  [{ outcome: 'mailbox' }, 'There is no mail server (SMTP_URL). The email is in the local mailbox.'],
])('says what the mail server has answered: %o', async (answer, text) => {
  respondTo('createTestMail', () => json({ msg: '', test_mail: sent }));
  const reads = respondTo('getTestMail', ({ index }) => json(index === 0 ? sent : { ...sent, ...answer }));
  renderAt('/admin/settings', TestMail);
  await press('Send a test email');
  await screen.findByText('The test email is on its way.');
  expect(await screen.findByText(text)).toHaveProperty('tagName', 'OUTPUT');
  expect(reads).toHaveLength(2);
});

test('a request beyond the limit says how many are allowed, and can be repeated', async () => {
  const reported = vi.spyOn(toast, 'error');
  respondTo('createTestMail', () => refusal('too_many_requests', 'Too many requests.'));
  renderAt('/admin/settings', TestMail);
  await press('Send a test email');
  await expect.poll(() => screen.getByRole('button').getAttribute('aria-disabled')).toBeNull();
  expect(reported).toHaveBeenCalledWith('At most 3 test emails can be sent in 10 minutes. Try again later.');
});
