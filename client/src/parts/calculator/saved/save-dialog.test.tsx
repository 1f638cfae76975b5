import { act, cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { calculationMethod } from 'contract/calculations/method.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeApi, json, respondTo } from '#test/fake-api.ts';
import { signOutInAnotherTab } from '#test/fake-session.ts';
import { renderRoutes } from '#test/render-at.tsx';
import { loan, loanInput, signInAsStaff } from '#test/render-screen.tsx';
import { SaveDialog } from './save-dialog.tsx';

fakeApi();

beforeEach(signInAsStaff);
afterEach(() => vi.unstubAllGlobals());

const close = vi.fn<() => void>();

const Screen = () => <SaveDialog calculation={{ kind: 'loan', input: loanInput }} onClose={close} />;

async function saveWith(method: number) {
  respondTo('createCalculation', () => json({ msg: 'Calculation saved.', calculation: { ...loan, method } }));
  renderRoutes([{ path: '/', Component: Screen }], '/');
  await userEvent.click(await screen.findByRole('button', { name: 'Save' }));
}

test('a calculation that the server saved with newer rules asks to reload the page', async () => {
  close.mockClear();
  await saveWith(calculationMethod + 1);
  const dialog = await screen.findByRole('dialog', { name: 'RELOAD THIS PAGE' });
  expect(dialog).toHaveTextContent('Your calculation is saved.');
  expect(close).not.toHaveBeenCalled();
  const reload = vi.fn<() => void>();
  vi.stubGlobal('location', { reload });
  await userEvent.click(screen.getByRole('button', { name: 'Reload' }));
  expect(reload).toHaveBeenCalledOnce();
});

test('a calculation that was saved with the rules of the page closes the dialog', async () => {
  close.mockClear();
  await saveWith(calculationMethod);
  await vi.waitFor(() => expect(close).toHaveBeenCalledOnce());
});

const guestText = async (kind: 'loan' | 'statement') => {
  const Guest = () => <SaveDialog calculation={{ kind, input: loanInput }} onClose={close} />;
  renderRoutes([{ path: '/', Component: Guest }], '/');
  const { textContent } = await screen.findByRole('dialog', { name: 'KEEP WHAT YOU CALCULATE' });
  cleanup();
  return textContent;
};

test('a guest reads that a link keeps a calculation, but not the files of a check', async () => {
  act(signOutInAnotherTab);
  const link = 'the link of a result does the same';
  expect(await guestText('loan')).toContain(link);
  expect(await guestText('statement')).not.toContain(link);
  expect(await guestText('statement')).toContain('return to it to save');
});
