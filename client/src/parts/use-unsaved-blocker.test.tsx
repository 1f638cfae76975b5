import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { Activity, useState } from 'react';
import { Link } from 'react-router-dom';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { signedIn, signedOutElsewhere } from '#session/fake-session.ts';
import { elsewhere, renderRoutes } from './render-at.tsx';
import { useUnsavedBlocker } from './use-unsaved-blocker.ts';

let isUnsaved: boolean;

function Screen() {
  const [tab, setTab] = useState('form');
  useUnsavedBlocker();
  return (
    <>
      <button onClick={() => setTab('other')}>Other tab</button>
      <Activity mode={tab === 'form' ? 'visible' : 'hidden'}>
        <form data-unsaved={isUnsaved || undefined} />
      </Activity>
      <Link to="/elsewhere?a=1">Elsewhere</Link>
      <Link to="?tab=other">Same page</Link>
    </>
  );
}

/** Opens the form from the page before it. */
async function open() {
  const before = { path: '/before', element: <Link to="/form">Form</Link> };
  const { router } = renderRoutes([before, { path: '/form', Component: Screen }, elsewhere], '/before');
  fireEvent.click(screen.getByText('Form'));
  await screen.findByText('Elsewhere');
  return router;
}

const question = () => screen.findByRole('alertdialog', { name: 'LEAVE WITHOUT SAVING?' });
const noQuestion = () => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const isHeldOnClose = () => !fireEvent(window, new Event('beforeunload', { cancelable: true }));
const back = (router: Awaited<ReturnType<typeof open>>) => act(() => router.navigate(-1));

beforeEach(() => {
  isUnsaved = true;
  signedIn();
});

afterEach(async () => {
  fireEvent.keyDown(document, { key: 'Escape' });
  await waitFor(noQuestion);
});

test('a page without changes is left without a question', async () => {
  isUnsaved = false;
  await open();
  expect(isHeldOnClose()).toBe(false);
  fireEvent.click(screen.getByText('Elsewhere'));
  expect(await screen.findByText('arrived at /elsewhere?a=1')).toBeInTheDocument();
  noQuestion();
});

test('a link asks first, and is followed only after consent', async () => {
  await open();
  screen.getByText('Elsewhere').focus();
  fireEvent.click(screen.getByText('Elsewhere'));
  expect(await question()).toHaveAccessibleDescription('What you have changed on this page will be gone.');
  press('Cancel');
  await waitFor(noQuestion);
  expect(screen.getByText('Elsewhere')).toHaveFocus();
  fireEvent.click(screen.getByText('Elsewhere'));
  await question();
  press('Leave');
  expect(await screen.findByText('arrived at /elsewhere?a=1')).toBeInTheDocument();
  expect(isHeldOnClose()).toBe(false);
});

test('going back asks as well, and leaves the history as it was', async () => {
  const router = await open();
  await back(router);
  await question();
  expect(router.state.location.pathname).toBe('/form');
  press('Cancel');
  await waitFor(noQuestion);
  await back(router);
  await question();
  press('Leave');
  expect(await screen.findByText('Form')).toBeInTheDocument();
  await act(() => router.navigate(1));
  expect(await screen.findByText('Elsewhere')).toBeInTheDocument();
});

test('closing the tab asks, also while the form is in a hidden tab of the page', async () => {
  await open();
  expect(isHeldOnClose()).toBe(true);
  press('Other tab');
  expect(isHeldOnClose()).toBe(true);
});

test('what stays on the page asks nothing', async () => {
  const router = await open();
  fireEvent.click(screen.getByText('Same page'));
  await waitFor(() => expect(router.state.location.search).toBe('?tab=other'));
  noQuestion();
  await back(router);
  expect(router.state.location.search).toBe('');
  noQuestion();
});

test('after the end of the session nothing is asked, because nothing can be saved', async () => {
  await open();
  act(signedOutElsewhere);
  fireEvent.click(screen.getByText('Elsewhere'));
  expect(await screen.findByText('arrived at /elsewhere?a=1')).toBeInTheDocument();
  noQuestion();
});
