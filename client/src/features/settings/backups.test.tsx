import { screen, waitFor, within } from '@testing-library/react';
import type { Backup } from 'contract/backups/backups.ts';
import { backupMessages } from 'contract/backups/backups.constants.ts';
import { expect, test, vi } from 'vitest';
import { fakeApi, json, refusal, respondTo } from '#test/fake-api.ts';
import { enter, errorOf, press, renderAt } from '#test/render-at.tsx';
import { toast } from '#ui/feedback/toast.ts';
import { checkText, backupTimeText, sizeText } from './backup-texts.ts';
import { Backups } from './backups.tsx';

fakeApi();

const backup: Backup = {
  name: 'declassified-2026-01-31T160000.123Z-daily.backup',
  kind: 'daily',
  created_at: '2026-01-31T16:00:00.123Z',
  size_bytes: 14_200_000,
  checked_at: null,
  check_fault: null,
};
const page = {
  is_on: true,
  is_database_embedded: true,
  folder: '/srv/declassified/backups',
  disk: 'other',
  hour: 3,
  time_zone: 'Australia/Sydney',
  running: null,
  faults: [],
  check_remedy: null,
  data: [backup],
};

/** The responses in turn; the last one stays. */
function open(...answers: object[]) {
  respondTo('listBackups', ({ index }) => json({ ...page, ...(answers[index] ?? answers.at(-1)) }));
  renderAt('/admin/settings', Backups);
}

test('a backup has its day and time in the time zone of the server, its size and its last check', () => {
  const clock = { timeZone: 'Australia/Sydney', now: Date.parse('2026-02-05T00:00:00+11:00') };
  const at = (created_at: string) => backupTimeText({ created_at }, clock);
  expect(at('2026-02-05T03:00:00+11:00')).toBe('Today 03:00');
  expect(at('2026-02-04T00:00:00+11:00')).toBe('Yesterday 00:00');
  expect(at('2026-02-01T03:00:00+11:00')).toBe('Sunday 03:00');
  expect(at('2026-01-29T23:59:00+11:00')).toBe('29 January 2026 23:59');
  expect([sizeText(181_760), sizeText(14_200_000), sizeText(2_345_000_000)]).toEqual([
    '182 kB',
    '14.2 MB',
    '2.3 GB',
  ]);
  const check = (checked_at: string | null, check_fault: string | null = null) =>
    checkText({ checked_at, check_fault }, clock);
  expect(check('2026-02-01T03:00:00+11:00')).toBe('checked on Sunday');
  expect(check('2026-02-05T03:00:00+11:00')).toBe('checked today');
  expect(check('2026-01-01T03:00:00+11:00', 'cut off')).toBe('failed its check on 1 January 2026');
  expect(check(null)).toBe('not checked');
});

test('the page says what a backup does not survive, what is wrong, and how to allow checks', async () => {
  open({
    disk: 'database',
    faults: ['No backup has succeeded for 26 hours.'],
    check_remedy: 'ALTER ROLE x CREATEDB',
  });
  await screen.findByText('The backups are on the disk of the database.');
  expect(screen.getByRole('region', { name: 'Backups' })).toHaveTextContent(
    /No backup has succeeded for 26 hours\..*ALTER ROLE x CREATEDB/,
  );
  expect(screen.getByText(/^The server makes a backup each day/)).toHaveTextContent(
    /at 03:00 \(Australia\/Sydney\) into the folder \/srv\/declassified\/backups\./,
  );
});

test('without backups the page says what the operator must do instead', async () => {
  open({ is_on: false, is_database_embedded: false, data: [] });
  await screen.findByText(/Make sure that somebody backs up the database and the images each day/);
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

test('a backup that is asked for shows its progress, and no other can be asked for meanwhile', async () => {
  const second = { ...backup, name: 'declassified-2026-02-01T000000.000Z-by_hand.backup', kind: 'by_hand' };
  open(
    {},
    { running: { task: 'check', bytes: null } },
    { running: { task: 'backup', bytes: null } },
    { running: { task: 'backup', bytes: 7_100_000 } },
    { data: [second, backup] },
  );
  const success = vi.spyOn(toast, 'success');
  const requests = respondTo('createBackup', () => json({ msg: backupMessages.started }));
  await screen.findByRole('list', { name: 'Backups' });
  await press('Back up now');
  await screen.findByText(/^A backup is being checked\./);
  await press('Back up now');
  await screen.findByText('A backup is being prepared.');
  const bar = await screen.findByRole('progressbar');
  expect(bar).toHaveAttribute('value', '7100000');
  expect(bar).toHaveAttribute('max', '14200000');
  await screen.findByText('made by hand');
  expect(success).toHaveBeenLastCalledWith('The backup is complete: 14.2 MB.');
  expect(screen.queryByRole('progressbar')).not.toBeInTheDocument();
  expect(requests).toHaveLength(1);
});

test('no backup can be asked for while one is checked, with the reason', async () => {
  open({ running: { task: 'check', bytes: null } });
  const requests = respondTo('createBackup', () => json({ msg: backupMessages.started }));
  await screen.findByText('A backup is being checked. You can make another one after that.');
  const button = screen.getByRole('button', { name: 'Back up now' });
  expect(button).toHaveAttribute('aria-disabled', 'true');
  expect(button.querySelector('svg, [class*=spin]')).toBeNull();
  await press('Back up now');
  expect(requests).toHaveLength(0);
});

test('a download asks for the password, and follows the link that the server returns', async () => {
  open({});
  const links: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    links.push(this.href);
  });
  const requests = respondTo('linkBackup', ({ index }) =>
    index === 0
      ? refusal('invalid_credentials', 'Invalid credentials')
      : json({ url: 'http://localhost/file/' }),
  );
  await press((await screen.findByRole('button', { name: /^Download/ })).textContent ?? '');
  const dialog = within(screen.getByRole('dialog', { name: 'DOWNLOAD A BACKUP' }));
  dialog.getByText(/is the whole database, with the personal data and the password hashes of all users/);
  await press('Download');
  await waitFor(() => expect(errorOf('Your password')).toBe('Please enter your current password.'));
  enter('Your password', 'wrong');
  await press('Download');
  await waitFor(() => expect(errorOf('Your password')).toBe('Invalid credentials'));
  enter('Your password', 'correct horse battery');
  await press('Download');
  await waitFor(() => expect(links).toEqual(['http://localhost/file/']));
  expect(requests.map(({ body, request }) => [new URL(request.url).pathname, body])).toEqual([
    [`/api/core/backups/${backup.name}/link/`, { current_password: 'wrong' }],
    [`/api/core/backups/${backup.name}/link/`, { current_password: 'correct horse battery' }],
  ]);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});
