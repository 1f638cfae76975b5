import { screen, waitFor } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { respondTo, fakeApi, json, refusal } from '#api/fake-api.ts';
import { enter, errorOf, press } from '#parts/render-at.tsx';
import { deviceName } from '#parts/user/device-name.ts';
import { renderOnProfile, someUser } from '#parts/user/render-user.tsx';
import { signedIn } from '#session/fake-session.ts';
import { readSession } from '#session/session.ts';
import { toast } from '#ui/toast.ts';
import { AccountDataPanel } from './profile-tab.tsx';
import { SessionsPanel } from './sessions-panel.tsx';

vi.mock('#ui/toast.ts');
fakeApi();
beforeEach(() => {
  vi.clearAllMocks();
  signedIn();
});

const gone = () => new HttpResponse(null, { status: 204 });

const chrome = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';

test.each([
  [chrome, 'Chrome on Windows'],
  [`${chrome} Edg/140.0.0.0`, 'Edge on Windows'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari on an iPhone',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  [
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  ['curl/8.5.0', 'curl'],
  ['a'.repeat(41), 'An unknown device'],
  ['', 'An unknown device'],
  ['<b>', 'An unknown device'],
])('%s is called %s', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name);
});

describe('sessions', () => {
  const session = { created_at: '2026-01-31T02:03:04.567Z', last_used_at: '2026-01-31T02:13:04.567Z' };
  const own = { ...session, id: 'a', ip_address: '192.0.2.7', user_agent: chrome, current: true };
  const other = { ...session, id: 'b', ip_address: '2001:db8::7', user_agent: 'curl/8.5.0', current: false };

  test('but this one are all ended after one confirmation', async () => {
    const third = { ...other, id: 'c', user_agent: 'wget/1.21' };
    respondTo('listSessions', ({ index }) => json({ data: index === 0 ? [own, other, third] : [own] }));
    const ends = respondTo('deleteSession', gone);
    renderOnProfile(<SessionsPanel />);
    await screen.findAllByRole('listitem');
    await press('End All Other Sessions');
    await press('End sessions');
    await waitFor(() => expect(toast.success).toHaveBeenCalledWith('2 sessions ended.'));
    expect(ends.map(({ request }) => new URL(request.url).pathname)).toEqual([
      '/api/user/sessions/b/',
      '/api/user/sessions/c/',
    ]);
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });

  test('that ended by themselves meanwhile count as ended', async () => {
    respondTo('listSessions', () => json({ data: [own, other] }));
    respondTo('deleteSession', () => refusal('not_found', 'Not found.'));
    renderOnProfile(<SessionsPanel />);
    await screen.findAllByRole('listitem');
    await press(/^End curl at 2001:db8::7, last used 31 Jan 2026/);
    await press('End session');
    await waitFor(() => expect(toast.success).toHaveBeenCalledWith('Session ended.'));
  });
});

async function openDeletion() {
  renderOnProfile(<AccountDataPanel user={someUser()} />);
  await press('Delete My Account');
  expect(screen.getByRole('dialog', { name: 'DELETE YOUR ACCOUNT' })).toHaveTextContent('your friends');
}

describe('deleting one’s account', () => {
  test('asks for the username, then signs out and leads to the start', async () => {
    const calls = respondTo('deleteUser', gone);
    await openDeletion();
    await enter('Type mata to confirm', 'someone');
    await press('Delete for good');
    expect(errorOf('Type mata to confirm')).toBe('Type mata to confirm.');
    expect(calls).toHaveLength(0);
    await enter('Type mata to confirm', ' Mata ');
    await press('Delete for good');
    expect(await screen.findByText('arrived at /')).toBeInTheDocument();
    expect(toast.success).toHaveBeenCalledExactlyOnceWith('User deletion successful.');
    expect(readSession()).toBeNull();
    expect(calls).toHaveLength(1);
  });

  test('that is refused says why, and nobody is signed out', async () => {
    respondTo('deleteUser', () => refusal('conflict', 'You are the last superuser.'));
    await openDeletion();
    await enter('Type mata to confirm', 'mata');
    await press('Delete for good');
    expect(await screen.findByText('You are the last superuser.')).toBeInTheDocument();
    expect(readSession()).not.toBeNull();
  });
});
