import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, StrictMode, useEffect } from 'react';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { ApiError } from '#api/api-error.ts';
import { gate } from '#test/fake-api.ts';
import { type UnsavedForms, UnsavedFormsProvider, useUnsavedForms } from '#parts/unsaved/unsaved-forms.tsx';
import { enter, errorOf, press } from '#test/render-at.tsx';
import { ChecksField, NumberField, SelectField, TextAreaField, TextField } from './form-field.tsx';
import { Form, FormDialog, SubmitButton } from './form.tsx';
import { useApiForm } from './use-api-form.ts';

const Body = z.strictObject({
  title: z.string().min(1, 'Required.'),
  amount: z.coerce.number('Must be a number.'),
  owner_id: z.string().nullable(),
  scopes: z.array(z.string()).min(1, 'Choose at least one.'),
  draft: z.boolean(),
});
type Body = z.infer<typeof Body>;

const values = { title: '', notes: '', amount: '1', kind: 'b', owner: '', scopes: ['read'] };
const send = vi.fn<(body: unknown) => Promise<unknown>>();
const onSaved = vi.fn<(result: unknown, intent: unknown) => void>();

interface NotesProps {
  initial?: typeof values;
  options?: readonly string[];
  schema?: () => Promise<z.ZodType>;
}

const kinds = ['a', 'b'];
const loadBody = async () => Body;

function Notes({ initial = values, options = kinds, schema = loadBody }: NotesProps) {
  const form = useApiForm({
    values: initial,
    schema,
    fieldNames: { owner_id: 'owner' },
    toBody: ({ title, amount, owner, scopes }, intent) => ({
      title,
      amount,
      owner_id: owner || null,
      scopes,
      draft: intent === 'draft',
    }),
    onSubmit: send,
    onSaved,
  });
  return (
    <Form
      form={form}
      label="Note"
      guarded
      actions={
        <>
          <SubmitButton form={form} intent="draft">
            Keep
          </SubmitButton>
          <SubmitButton form={form} busyLabel="Sending...">
            Send
          </SubmitButton>
        </>
      }
    >
      <TextField form={form} name="title" label="Title" />
      <TextAreaField form={form} name="notes" label="Notes" />
      <NumberField form={form} name="amount" label="Amount" />
      <SelectField form={form} name="kind" label="Kind" options={options.map((option) => [option, option])} />
      <TextField form={form} name="owner" label="Owner" />
      <ChecksField
        form={form}
        name="scopes"
        label="Scopes"
        options={[
          { value: 'read', label: 'Read' },
          { value: 'write', label: 'Write' },
        ]}
      />
    </Form>
  );
}

const open = (props: NotesProps = {}) => {
  send.mockReset().mockResolvedValue('sent');
  onSaved.mockReset();
  const rendered = render(<Notes {...props} />, { wrapper: Page });
  return (next: NotesProps) => rendered.rerender(<Notes {...next} />);
};

let forms: UnsavedForms;
function Page({ children }: { children: ReactNode }) {
  return (
    <StrictMode>
      <UnsavedFormsProvider>
        <Watch />
        {children}
      </UnsavedFormsProvider>
    </StrictMode>
  );
}
function Watch() {
  const context = useUnsavedForms();
  useEffect(() => {
    forms = context;
  });
  return null;
}
const isUnsaved = () => forms.first() !== undefined;
const refusedBy = (details: Record<string, string[]>) =>
  new ApiError('Some fields are refused.', { status: 400, code: 'validation_failed', details });

test('what would be sent is validated with the schema, and the first refused field takes the focus', async () => {
  open();
  await enter('Amount', 'much');
  await userEvent.click(screen.getByLabelText('Read'));
  await press('Send');
  await waitFor(() => expect(screen.getByLabelText('Title')).toHaveFocus());
  expect(errorOf('Title')).toBe('Required.');
  expect(errorOf('Amount')).toBe('Must be a number.');
  expect(screen.getByRole('group', { name: 'Scopes' })).toHaveAccessibleDescription('Choose at least one.');
  expect(send).not.toHaveBeenCalled();
});

test('the body alone is sent, trimmed and with plain numbers, and the button that was pressed is its intent', async () => {
  open();
  await enter('Title', ' A note ');
  await enter('Amount', '$1,250');
  await press('Keep');
  const body = { title: 'A note', amount: '1250', owner_id: null, scopes: ['read'], draft: true };
  await waitFor(() => expect(onSaved).toHaveBeenCalledExactlyOnceWith('sent', 'draft'));
  expect(send).toHaveBeenCalledExactlyOnceWith(body);
});

test('the server’s refusals stand at the fields that the schema’s do, the first on the page in focus', async () => {
  open();
  send.mockRejectedValueOnce(
    refusedBy({ owner_id: ['Nobody has this name.'], title: ['Taken.', 'Too short.'] }),
  );
  await enter('Title', 'A note');
  await press('Send');
  await waitFor(() => expect(screen.getByLabelText('Title')).toHaveFocus());
  expect(errorOf('Title')).toBe('Taken. Too short.');
  expect(errorOf('Owner')).toBe('Nobody has this name.');
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('what no field can show is the form’s alert until the next try', async () => {
  open();
  send.mockRejectedValueOnce(new ApiError('The storage is full.', { status: 409 }));
  send.mockRejectedValueOnce(refusedBy({ version: ['Is old.'] }));
  await enter('Title', 'A note');
  await press('Send');
  expect(await screen.findByRole('alert')).toHaveTextContent('The storage is full.');
  await press('Send');
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('Some fields are refused.'));
  await press('Send');
  await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
});

test('presses and Enter do nothing while it is sent', async () => {
  open();
  const held = gate();
  send.mockImplementation(() => held.opened);
  await enter('Title', 'A note');
  await press('Send');
  expect(await screen.findByRole('button', { name: /Sending/ })).toHaveAttribute('aria-disabled', 'true');
  await press('Keep');
  fireEvent.submit(screen.getByRole('form'));
  held.open();
  await screen.findByRole('button', { name: 'Send' });
  expect(send).toHaveBeenCalledOnce();
});

test('saved values are no longer unsaved, what was typed meanwhile still is', async () => {
  open();
  const held = gate();
  send.mockImplementation(() => held.opened);
  await enter('Title', 'A note');
  await enter('Notes', 'one');
  expect(isUnsaved()).toBe(true);
  await press('Send');
  await screen.findByRole('button', { name: /Sending/ });
  await enter('Notes', 'two');
  held.open();
  await screen.findByRole('button', { name: 'Send' });
  expect(screen.getByLabelText('Notes')).toHaveValue('two');
  expect(isUnsaved()).toBe(true);
  await press('Send');
  await waitFor(() => expect(isUnsaved()).toBe(false));
});

test('new values replace unedited fields, also in a select whose options load later', async () => {
  const rerender = open({ options: [] });
  await enter('Title', 'A note');
  rerender({ initial: { ...values, title: 'Other', notes: 'theirs', kind: 'a' }, options: ['a', 'b'] });
  await waitFor(() => expect(screen.getByLabelText('Notes')).toHaveValue('theirs'));
  expect(screen.getByLabelText('Title')).toHaveValue('A note');
  expect(screen.getByLabelText('Kind')).toHaveValue('a');
});

test('without its schema the server alone validates, and the schema is loaded at the next try', async () => {
  let isOffline = true;
  open({
    schema: async () => {
      if (isOffline) throw new TypeError('Failed to fetch dynamically imported module');
      return Body;
    },
  });
  await press('Send');
  await waitFor(() => expect(send).toHaveBeenCalledOnce());
  isOffline = false;
  await press('Send');
  await waitFor(() => expect(errorOf('Title')).toBe('Required.'));
  expect(send).toHaveBeenCalledOnce();
});

test('a dialog cannot be closed by its own button while its form is sent', async () => {
  const held = gate();
  function Rename() {
    const form = useApiForm({ values: { name: 'Ada' }, onSubmit: () => held.opened });
    return (
      <FormDialog form={form} title="RENAME" submitLabel="Save" busyLabel="Saving..." onClose={() => {}}>
        <TextField form={form} name="name" label="Name" />
      </FormDialog>
    );
  }
  render(<Rename />);
  await press('Save');
  await screen.findByRole('button', { name: /Saving/ });
  expect(screen.queryByRole('button', { name: 'CLOSE' })).not.toBeInTheDocument();
  held.open();
  expect(await screen.findByRole('button', { name: 'CLOSE' })).toBeInTheDocument();
});

function Names() {
  const form = useApiForm({
    values: { name: '' },
    onSubmit: () => undefined,
    onSaved: () => {
      form.reset({ name: '' }, { keepDirtyValues: false, keepFieldsRef: true });
      form.setFocus('name');
    },
  });
  return (
    <Form form={form} actions={<SubmitButton form={form}>Save</SubmitButton>}>
      <TextField form={form} name="name" label="Name" />
    </Form>
  );
}

test('a saved form can be emptied for the next one, with the focus in its first field', async () => {
  render(<Names />);
  await enter('Name', 'Ada');
  await press('Save');
  await waitFor(() => expect(screen.getByLabelText('Name')).toHaveValue(''));
  await waitFor(() => expect(screen.getByLabelText('Name')).toHaveFocus());
});
