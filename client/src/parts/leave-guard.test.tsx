import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Activity, useState } from 'react';
import { BrowserRouter, Link, Route, Routes, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { useLeaveGuard } from './leave-guard.ts';

let isUnsaved: boolean;

function Screen() {
  const [tab, setTab] = useState('form');
  useLeaveGuard();
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

function Elsewhere() {
  const { pathname, search } = useLocation();
  return <p>arrived at {pathname + search}</p>;
}

function open() {
  render(
    <BrowserRouter>
      <Routes>
        <Route path="/before" element={<Link to="/form">Form</Link>} />
        <Route path="/form" element={<Screen />} />
        <Route path="*" element={<Elsewhere />} />
      </Routes>
    </BrowserRouter>,
  );
  fireEvent.click(screen.getByText('Form'));
}

const question = () => screen.findByRole('alertdialog', { name: 'LEAVE WITHOUT SAVING?' });
const noQuestion = () => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
const answer = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const isHeldOnClose = () => !fireEvent(window, new Event('beforeunload', { cancelable: true }));

beforeEach(() => {
  isUnsaved = true;
  window.history.pushState(null, '', '/before');
});

afterEach(async () => {
  fireEvent.keyDown(document, { key: 'Escape' });
  await waitFor(noQuestion);
});

test('a page without changes is left without a question', async () => {
  isUnsaved = false;
  open();
  expect(isHeldOnClose()).toBe(false);
  window.history.back();
  fireEvent.click(await screen.findByText('Form'));
  fireEvent.click(screen.getByText('Elsewhere'));
  expect(screen.getByText('arrived at /elsewhere?a=1')).toBeInTheDocument();
  noQuestion();
});

test('a link asks first, and is followed only once one says so', async () => {
  open();
  screen.getByText('Elsewhere').focus();
  fireEvent.click(screen.getByText('Elsewhere'));
  expect(await question()).toHaveAccessibleDescription('What you have changed on this page will be gone.');
  answer('Cancel');
  await waitFor(noQuestion);
  expect(screen.getByText('Elsewhere')).toHaveFocus();
  fireEvent.click(screen.getByText('Elsewhere'));
  await question();
  answer('Leave');
  expect(await screen.findByText('arrived at /elsewhere?a=1')).toBeInTheDocument();
  expect(isHeldOnClose()).toBe(false);
});

test('going back asks as well, and leaves the history as it was', async () => {
  open();
  window.history.back();
  await question();
  expect(window.location.pathname).toBe('/form');
  answer('Cancel');
  await waitFor(noQuestion);
  expect(screen.getByText('Elsewhere')).toBeInTheDocument();
  window.history.back();
  await question();
  answer('Leave');
  expect(await screen.findByText('Form')).toBeInTheDocument();
  window.history.forward();
  expect(await screen.findByText('Elsewhere')).toBeInTheDocument();
});

test('closing the tab asks, also while the form is in a hidden tab of the page', () => {
  open();
  expect(isHeldOnClose()).toBe(true);
  answer('Other tab');
  expect(isHeldOnClose()).toBe(true);
});

test('what stays on the page, or opens beside it, asks nothing', async () => {
  open();
  fireEvent.click(screen.getByText('Same page'));
  expect(window.location.search).toBe('?tab=other');
  const beside = new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey: true });
  window.addEventListener('click', (event) => event.preventDefault(), { once: true });
  fireEvent(screen.getByText('Elsewhere'), beside);
  noQuestion();
  window.history.back();
  await waitFor(() => expect(window.location.search).toBe(''));
  noQuestion();
});
