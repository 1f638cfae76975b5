import { screen, waitFor } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import { respondTo, fakeApi, json, refusal } from '#test/fake-api.ts';
import { press } from '#test/render-at.tsx';
import { deviceName } from '#parts/user/device-name.ts';
import { renderOnProfile } from '#test/render-user.tsx';
import { signInUser } from '#test/fake-session.ts';
import { toast } from '#ui/feedback/toast.ts';
import { DevicesSection } from './devices-section.tsx';

fakeApi();
beforeEach(() => {
  signInUser();
});

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

const times = { created_at: '2026-01-31T02:03:04.567Z', last_used_at: '2026-01-31T02:13:04.567Z' };
const session = (id: string, user_agent: string) => ({
  ...times,
  id,
  user_agent,
  ip_address: '192.0.2.7',
  current: id === 'a',
});
const device = (id: string, user_agent: string) => ({ ...times, id, user_agent, current: id === 'a' });

function open() {
  const signIn = { ...times, ip_address: '192.0.2.7', user_agent: chrome, result: 'failed' };
  respondTo('listSessions', ({ index }) =>
    json({ data: [session('a', chrome), ...(index === 0 ? [session('b', 'curl/8.5.0')] : [])] }),
  );
  respondTo('listDevices', ({ index }) =>
    json({ data: [device('a', chrome), ...(index === 0 ? [device('b', 'wget/1.21')] : [])] }),
  );
  const signIns = respondTo('listSignIns', ({ request }) => {
    const page = Number(new URL(request.url).searchParams.get('page'));
    return json({
      data: [{ ...signIn, ip_address: `192.0.2.${page}` }],
      totalSignIn: 11,
      numOfPages: 2,
      page,
    });
  });
  renderOnProfile(<DevicesSection />);
  return signIns;
}

describe('the devices tab', () => {
  test('ends all other sessions and removes the other devices with one call', async () => {
    open();
    const ends = respondTo('endOtherSessions', () => json({ msg: 'All others ended.', ended: 1 }));
    await screen.findByText('curl');
    await press('End All Others');
    await press('End all others');
    await waitFor(() => expect(toast.success).toHaveBeenCalledWith('All others ended.'));
    expect(ends).toHaveLength(1);
    await waitFor(() => expect(screen.queryByText('curl')).not.toBeInTheDocument());
    expect(screen.queryByText('wget')).not.toBeInTheDocument();
  });

  test('a session that has already ended counts as ended', async () => {
    open();
    respondTo('deleteSession', () => refusal('not_found', 'Not found.'));
    respondTo('deleteDevice', () => new HttpResponse(null, { status: 204 }));
    await screen.findByText('curl');
    await press(/^End curl at 192.0.2.7, last used 31 Jan 2026/);
    await press('End session');
    await waitFor(() => expect(toast.success).toHaveBeenCalledWith('Session ended.'));
    await press(/^Forget wget, last sign-in 31 Jan 2026/);
    await press('Forget device');
    await waitFor(() => expect(toast.success).toHaveBeenCalledWith('Device forgotten.'));
  });

  test('moves through the pages of the sign-ins', async () => {
    const signIns = open();
    expect(await screen.findByText('Failed')).toBeInTheDocument();
    await press('Page 2');
    expect(await screen.findByText('192.0.2.2')).toBeInTheDocument();
    expect(signIns).toHaveLength(2);
  });
});
