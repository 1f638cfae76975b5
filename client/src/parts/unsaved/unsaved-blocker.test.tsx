import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { Activity, useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { beforeEach, expect, test } from 'vitest';
import { signInUser, signOutInAnotherTab } from '#test/fake-session.ts';
import { TextField } from '#parts/form/form-field.tsx';
import { Form } from '#parts/form/form.tsx';
import { useApiForm } from '#parts/form/use-api-form.ts';
import { catchAllRoute, renderRoutes } from '#test/render-at.tsx';
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
async function openForm() {
  const previousPage = { path: '/before', element: <Link to="/form">Form</Link> };
  const { router } = renderRoutes(
    [previousPage, { path: '/form', Component: Screen }, catchAllRoute],
    '/before',
  );
  fireEvent.click(screen.getByText('Form'));
  await screen.findByText('Elsewhere');
  return router;
}

const findDialog = () => screen.findByRole('dialog', { name: 'LEAVE WITHOUT SAVING?' });
const expectNoDialog = () => expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const isUnloadPrevented = () => !fireEvent(window, new Event('beforeunload', { cancelable: true }));
const goBack = (router: Awaited<ReturnType<typeof openForm>>) => act(() => router.navigate(-1));

beforeEach(() => {
  isUnsaved = true;
  isRefused = false;
  signInUser();
});

test('does not ask before the user leaves a page without changes', async () => {
  isUnsaved = false;
  await openForm();
  expect(isUnloadPrevented()).toBe(false);
  fireEvent.click(screen.getByText('Elsewhere'));
  expect(await screen.findByText('arrived at /elsewhere?a=1')).toBeInTheDocument();
  expectNoDialog();
});

test('asks before following a link, and follows the link only after Leave', async () => {
  await openForm();
  fireEvent.click(screen.getByText('Elsewhere'));
  expect(await findDialog()).toHaveTextContent('Your changes on this page will be lost.');
  press('Cancel');
  await waitFor(expectNoDialog);
  fireEvent.click(screen.getByText('Elsewhere'));
  await findDialog();
  press('Leave');
  expect(await screen.findByText('arrived at /elsewhere?a=1')).toBeInTheDocument();
  expect(isUnloadPrevented()).toBe(false);
});

test('asks before going back, and keeps the history entries', async () => {
  const router = await openForm();
  await goBack(router);
  await findDialog();
  expect(router.state.location.pathname).toBe('/form');
  press('Cancel');
  await waitFor(expectNoDialog);
  await goBack(router);
  await findDialog();
  press('Leave');
  expect(await screen.findByText('Form')).toBeInTheDocument();
  await act(() => router.navigate(1));
  expect(await screen.findByText('Elsewhere')).toBeInTheDocument();
});

test('Save in the dialog saves the form and then follows the link', async () => {
  await openForm();
  fireEvent.click(screen.getByText('Elsewhere'));
  await findDialog();
  press('Save');
  expect(await screen.findByText('arrived at /elsewhere?a=1')).toBeInTheDocument();
});

test('stays on the page after a refused save, also if a later submit succeeds', async () => {
  isRefused = true;
  const router = await openForm();
  fireEvent.click(screen.getByText('Elsewhere'));
  await findDialog();
  press('Save');
  await waitFor(expectNoDialog);
  isRefused = false;
  fireEvent.pointerDown(document.body);
  fireEvent.submit(document.querySelector('form')!);
  await waitFor(() => expect(isUnloadPrevented()).toBe(false));
  expect(router.state.location.pathname).toBe('/form');
});

test('asks before the browser tab closes, also while the form is in a hidden tab of the page', async () => {
  await openForm();
  expect(isUnloadPrevented()).toBe(true);
  press('Other tab');
  expect(isUnloadPrevented()).toBe(true);
});

test('does not ask before a navigation within the page', async () => {
  const router = await openForm();
  fireEvent.click(screen.getByText('Same page'));
  await waitFor(() => expect(router.state.location.search).toBe('?tab=other'));
  expectNoDialog();
  await goBack(router);
  expect(router.state.location.search).toBe('');
  expectNoDialog();
});

test('does not ask after the end of the session, because nothing can be saved', async () => {
  await openForm();
  act(signOutInAnotherTab);
  fireEvent.click(screen.getByText('Elsewhere'));
  expect(await screen.findByText('arrived at /elsewhere?a=1')).toBeInTheDocument();
  expectNoDialog();
});
