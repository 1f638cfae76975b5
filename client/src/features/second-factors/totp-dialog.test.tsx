import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { fakeApi, json, refusal, respondTo } from '#test/fake-api.ts';
import { enter, errorOf, press, renderRoutes } from '#test/render-at.tsx';
import { signInUser } from '#test/fake-session.ts';
import { toast } from '#ui/feedback/toast.ts';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';
import { TotpDialog } from './totp-dialog.tsx';

fakeApi();

test('a wrong code is refused beside its field, and the right one displays the recovery codes', async () => {
  signInUser();
  const calls = respondTo('confirmTotp', ({ index }) =>
    index === 0 ? refusal('invalid_code', 'Wrong.') : json({ msg: '', recovery_codes: ['one'] }),
  );
  const onAdded = vi.fn<(codes: string[] | null) => void>();
  const pending = { id: 'f-1', secret: 'ABCDEFGH', otpauth_url: 'otpauth://totp/x' };
  renderRoutes(
    [{ path: '/', element: <TotpDialog pending={pending} onAdded={onAdded} onClose={() => {}} /> }],
    '/',
  );
  await press('Confirm');
  await waitFor(() => expect(errorOf('Code')).toBe('Enter the code that the app shows.'));
  enter('Code', '000 000');
  await press('Confirm');
  await waitFor(() => expect(errorOf('Code')).toMatch(/^This is not the current code/));
  expect(screen.getByLabelText('Code')).toHaveValue('');
  enter('Code', '123 456');
  await press('Confirm');
  await waitFor(() => expect(onAdded).toHaveBeenCalledExactlyOnceWith(['one']));
  expect(calls).toHaveLength(2);
});

test('recovery codes are copied one per line, or a message asks the user to copy them', async () => {
  signInUser();
  const writeText = vi
    .fn<() => Promise<void>>()
    .mockResolvedValueOnce()
    .mockRejectedValueOnce(new Error('no'));
  vi.stubGlobal('navigator', { clipboard: { writeText } });
  renderRoutes([{ path: '/', element: <RecoveryCodesDialog codes={['a', 'b']} onClose={() => {}} /> }], '/');
  screen.getByRole('button', { name: 'Copy' }).click();
  await waitFor(() => expect(toast.success).toHaveBeenCalledWith('Recovery codes copied.'));
  expect(writeText).toHaveBeenCalledExactlyOnceWith('a\nb');
  screen.getByRole('button', { name: 'Copy' }).click();
  await waitFor(() => expect(toast.error).toHaveBeenCalledOnce());
});
