import { expect, it } from 'vitest';
import { lastLines } from './start-lines.ts';

const publicUrl = 'http://localhost:3000';

it('the first start on a terminal prints the URL, the superuser, the mailbox, the log and what to try first', () => {
  const started = {
    superuser: 'admin',
    isNew: true,
    servedMailboxUrl: `${publicUrl}/mailbox/k`,
    logFile: 'data/server.log',
  };
  expect(
    lastLines({ publicUrl, ...started })
      .trim()
      .split('\n'),
  ).toEqual([
    'Declassified is at http://localhost:3000',
    'Superuser: admin, with the password above, at http://localhost:3000/login',
    'Emails are not sent. Read them at http://localhost:3000/mailbox/k',
    'The log of this run: data/server.log',
    expect.stringMatching(/^Try first: /),
  ]);
});

it('a later start without a mailbox and a terminal prints the URL, the superuser and what to try first', () => {
  const started = { superuser: 'admin', isNew: false, servedMailboxUrl: undefined, logFile: undefined };
  expect(
    lastLines({ publicUrl, ...started })
      .trim()
      .split('\n'),
  ).toHaveLength(3);
});
