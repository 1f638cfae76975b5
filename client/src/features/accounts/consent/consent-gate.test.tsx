import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { renderAt } from '#test/render-at.tsx';
import { storedInBrowser } from './consent-policy-facts.ts';
import RegisterScreen from '../register-screen.tsx';

const open = () => renderAt('/register', RegisterScreen);
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const boxes = () => screen.getAllByRole<HTMLInputElement>('checkbox');
const form = () => screen.queryByLabelText('IDENTIFIER');
const alert = () => screen.getByRole('alert').textContent;
const policy = () => screen.queryByRole('dialog', { name: 'PRIVACY POLICY' });
const stored = () => localStorage.getItem('userConsent');

async function tickAllBut(leftOut: number) {
  for (const box of boxes().slice(1, boxes().length - leftOut)) await userEvent.click(box);
}

describe('without consent', () => {
  test('the dialog has nine categories, of which the necessary one is always selected', () => {
    open();
    expect(screen.getByRole('dialog', { name: 'COOKIE CONSENT' })).toBeVisible();
    expect(boxes()).toHaveLength(9);
    expect(screen.getByRole('checkbox', { name: /^Necessary/ })).toBeChecked();
    expect(screen.getByRole('checkbox', { name: /^Necessary/ })).toBeDisabled();
    expect(boxes().filter((box) => box.checked)).toHaveLength(1);
    expect(form()).not.toBeInTheDocument();
  });

  test('any other value of the flag does not count as consent', () => {
    localStorage.setItem('userConsent', 'rejected');
    open();
    expect(screen.getByRole('dialog')).toBeInTheDocument();
    expect(form()).not.toBeInTheDocument();
  });

  test('Accept All explains that every box must be ticked, and focuses the first one that is not', async () => {
    open();
    await tickAllBut(1);
    await press('Accept All');
    expect(alert()).toContain('TICK EVERY BOX TO ACCEPT');
    expect(boxes()[8]).toHaveFocus();
    expect(stored()).toBeNull();
    expect(form()).not.toBeInTheDocument();

    await userEvent.click(boxes()[8]!);
    expect(alert()).toBe('');
  });

  test('the dialog works on after each refusal', async () => {
    open();
    await press('Reject All');
    expect(alert()).toContain('CONSENT IS REQUIRED');
    await press('Accept All');
    expect(alert()).toContain('TICK EVERY BOX TO ACCEPT');
    await press('Select all');
    await press('Accept All');
    expect(form()).toHaveFocus();
  });

  test('a box that is unticked again counts as not ticked', async () => {
    open();
    await tickAllBut(0);
    expect(screen.getByText('9 of 9 ticked')).toBeInTheDocument();
    await userEvent.click(boxes()[3]!);
    await press('Accept All');
    expect(stored()).toBeNull();
    expect(screen.getByText('8 of 9 ticked')).toBeInTheDocument();
  });

  test('Select all ticks all nine boxes, which Accept All then accepts', async () => {
    open();
    await press('Select all');
    expect(screen.getByText('9 of 9 ticked')).toBeInTheDocument();
    expect(stored()).toBeNull();
    await press('Accept All');
    expect(stored()).toBe('accepted');
  });

  test('Escape does not close the dialog, but a link leaves the page', async () => {
    open();
    await userEvent.keyboard('{Escape}');
    expect(screen.getByRole('dialog')).toBeVisible();
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('link', { name: 'RETURN TO CORE' }));
    expect(screen.getByText('arrived at /')).toBeInTheDocument();
  });
});

describe('with every box ticked', () => {
  beforeEach(async () => {
    open();
    await tickAllBut(0);
    await press('Accept All');
  });

  test('Accept All opens the form and focuses its first field', () => {
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(form()).toHaveFocus();
  });

  test('the consent is stored under userConsent, and the dialog does not appear again', () => {
    expect(stored()).toBe('accepted');
    expect(screen.getAllByRole('heading', { name: 'INITIATE PROFILE' })).toHaveLength(1);
  });
});

test('a browser with stored consent displays the form at once, without moving the focus', () => {
  localStorage.setItem('userConsent', 'accepted');
  open();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(form()).not.toHaveFocus();
});

test('consent in another tab opens the form in this one', () => {
  open();
  act(() => {
    localStorage.setItem('userConsent', 'accepted');
    window.dispatchEvent(new StorageEvent('storage', { key: 'userConsent' }));
  });
  expect(form()).toBeInTheDocument();
});

describe('the privacy policy', () => {
  test('opens over the dialog, which is visible again afterwards', async () => {
    open();
    await press('Read the privacy policy');
    expect(policy()).toHaveTextContent('Australian Privacy Principles');
    await press('CLOSE');
    expect(policy()).not.toBeInTheDocument();
    expect(screen.getByRole('dialog', { name: 'COOKIE CONSENT' })).toBeVisible();
  });

  test('closes with Escape, and the ticked boxes stay ticked', async () => {
    open();
    await userEvent.click(boxes()[1]!);
    await press('Read the privacy policy');
    await userEvent.keyboard('{Escape}');
    expect(policy()).not.toBeInTheDocument();
    expect(boxes()[1]).toBeChecked();
  });

  test('names every cookie and every key of the local storage', async () => {
    open();
    await press('Read the privacy policy');
    const names = within(policy()!)
      .getAllByRole('term')
      .flatMap((term) => term.querySelector('code')?.textContent ?? []);
    expect(names).toEqual(storedInBrowser.map(([name]) => name));
    expect(names).toEqual(
      expect.arrayContaining([
        'csrftoken',
        'access_token',
        'refresh_token',
        'user',
        'logoutTime',
        'userConsent',
      ]),
    );
    expect(names).toEqual(
      expect.arrayContaining(['pendingSave', 'training-sample', 'theme', 'slashKey', 'view of *']),
    );
  });

  test('can also be opened from the form', async () => {
    localStorage.setItem('userConsent', 'accepted');
    open();
    await press('Privacy policy');
    expect(policy()).toBeInTheDocument();
  });
});
