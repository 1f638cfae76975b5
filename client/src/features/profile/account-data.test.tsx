import { screen, waitFor } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import { respondTo, fakeApi, refusal } from '#test/fake-api.ts';
import { enter, errorOf, press } from '#test/render-at.tsx';
import { renderOnProfile, someUser } from '#test/render-user.tsx';
import { signInUser } from '#test/fake-session.ts';
import { readSession } from '#session/session.ts';
import { toast } from '#ui/feedback/toast.ts';
import { AccountDataPanel } from './profile-tab.tsx';

fakeApi();
beforeEach(() => {
  signInUser();
});

const gone = () => new HttpResponse(null, { status: 204 });

async function openDeletion() {
  renderOnProfile(<AccountDataPanel user={someUser()} />);
  await press('Delete My Account');
  expect(screen.getByRole('dialog', { name: 'DELETE YOUR ACCOUNT' })).toHaveTextContent('your friends');
}

describe('deleting the user’s account', () => {
  test('asks for the username, then signs out and opens the goodbye page', async () => {
    const calls = respondTo('deleteUser', gone);
    await openDeletion();
    enter('Type mata to confirm', 'someone');
    await press('Delete my account');
    await waitFor(() => expect(errorOf('Type mata to confirm')).toBe('Type mata to confirm.'));
    expect(calls).toHaveLength(0);
    enter('Type mata to confirm', ' Mata ');
    await press('Delete my account');
    expect(await screen.findByText('arrived at /goodbye')).toBeInTheDocument();
    expect(toast.success).toHaveBeenCalledExactlyOnceWith('User deletion successful.');
    expect(readSession()).toBeNull();
    expect(calls).toHaveLength(1);
  });

  test('reports a refusal, and does not sign the user out', async () => {
    respondTo('deleteUser', () => refusal('conflict', 'You are the last superuser.'));
    await openDeletion();
    enter('Type mata to confirm', 'mata');
    await press('Delete my account');
    expect(await screen.findByText('You are the last superuser.')).toBeInTheDocument();
    expect(readSession()).not.toBeNull();
  });
});
