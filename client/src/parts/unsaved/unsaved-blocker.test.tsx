import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { Activity, useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { beforeEach, expect, test } from 'vitest';
import { signedIn, signedOutElsewhere } from '#test/fake-session.ts';
import { TextField } from '#parts/form/form-field.tsx';
import { Form } from '#parts/form/form.tsx';
import { useApiForm } from '#parts/form/use-api-form.ts';
import { elsewhere, renderRoutes } from '#test/render-at.tsx';
import { UnsavedBlocker } from './unsaved-blocker.tsx';

let isUnsaved: boolean;
let isRefused: boolean;

function GuardedForm() {
  const form = useApiForm({
    values: { name: '' },
    onSubmit: () => {
      if (isRefused) throw new Error('Busy.');
    },
  });
  const { setValue } = form;
  useEffect(() => {
    if (isUnsaved) setValue('name', 'Ada', { shouldDirty: true });
  }, [setValue]);
  return (
    <Form form={form} guarded>
      <TextField form={form} name="name" label="Name" />
    </Form>
  );
}

function Screen() {
  const [tab, setTab] = useState('form');
  return (
    <>
      <UnsavedBlocker />
      <button onClick={() => setTab('other')}>Other tab</button>
      <Activity mode={tab === 'form' ? 'visible' : 'hidden'}>
        <GuardedForm />
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

const question = () => screen.findByRole('dialog', { name: 'LEAVE WITHOUT SAVING?' });
const noQuestion = () => expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const isHeldOnClose = () => !fireEvent(window, new Event('beforeunload', { cancelable: true }));
const back = (router: Awaited<ReturnType<typeof open>>) => act(() => router.navigate(-1));

beforeEach(() => {
  isUnsaved = true;
  isRefused = false;
  signedIn();
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
  fireEvent.click(screen.getByText('Elsewhere'));
  expect(await question()).toHaveTextContent('What you have changed on this page will be gone.');
  press('Cancel');
  await waitFor(noQuestion);
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

test('a save that is asked for there is followed by the way on', async () => {
  await open();
  fireEvent.click(screen.getByText('Elsewhere'));
  await question();
  press('Save');
  expect(await screen.findByText('arrived at /elsewhere?a=1')).toBeInTheDocument();
});

test('after a refused save one stays, also once it is saved by another press', async () => {
  isRefused = true;
  const router = await open();
  fireEvent.click(screen.getByText('Elsewhere'));
  await question();
  press('Save');
  await waitFor(noQuestion);
  isRefused = false;
  fireEvent.pointerDown(document.body);
  fireEvent.submit(document.querySelector('form')!);
  await waitFor(() => expect(isHeldOnClose()).toBe(false));
  expect(router.state.location.pathname).toBe('/form');
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
