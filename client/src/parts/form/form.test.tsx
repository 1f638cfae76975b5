import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, StrictMode, useEffect } from 'react';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { ApiError } from '#api/api-error.ts';
import { createGate } from '#test/fake-api.ts';
import { toast } from '#ui/feedback/toast.ts';
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
const onSubmit = vi.fn<(body: unknown) => Promise<unknown>>();
const onSaved = vi.fn<(result: unknown, intent: unknown) => void>();

interface NotesProps {
  initialValues?: typeof values;
  options?: readonly string[];
  schema?: () => Promise<z.ZodType>;
}

const kinds = ['a', 'b'];
const loadBody = async () => Body;

function Notes({ initialValues = values, options = kinds, schema = loadBody }: NotesProps) {
  const form = useApiForm({
    values: initialValues,
    schema,
    fieldNames: { owner_id: 'owner' },
    toBody: ({ title, amount, owner, scopes }, intent) => ({
      title,
      amount,
      owner_id: owner || null,
      scopes,
      draft: intent === 'draft',
    }),
    onSubmit,
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

const openNotes = (props: NotesProps = {}) => {
  onSubmit.mockReset().mockResolvedValue('sent');
  onSaved.mockReset();
  const rendered = render(<Notes {...props} />, { wrapper: Page });
  return (next: NotesProps) => rendered.rerender(<Notes {...next} />);
};

let forms: UnsavedForms;
function Page({ children }: { children: ReactNode }) {
  return (
    <StrictMode>
      <UnsavedFormsProvider>
        <FormsProbe />
        {children}
      </UnsavedFormsProvider>
    </StrictMode>
  );
}
function FormsProbe() {
  const context = useUnsavedForms();
  useEffect(() => {
    forms = context;
  });
  return null;
}
const isUnsaved = () => forms.firstUnsaved() !== undefined;
const validationError = (details: Record<string, string[]>) =>
  new ApiError('Some fields are refused.', { status: 400, code: 'validation_failed', details });

test('validates the request body with the schema, and focuses the first refused field', async () => {
  openNotes();
  enter('Amount', 'much');
  await userEvent.click(screen.getByLabelText('Read'));
  await press('Send');
  await waitFor(() => expect(screen.getByLabelText('Title')).toHaveFocus());
  expect(errorOf('Title')).toBe('Required.');
  expect(errorOf('Amount')).toBe('Must be a number.');
  expect(screen.getByRole('group', { name: 'Scopes' })).toHaveAccessibleDescription('Choose at least one.');
  expect(onSubmit).not.toHaveBeenCalled();
});

test('sends the body with trimmed texts and plain numbers, and passes the intent of the pressed button', async () => {
  openNotes();
  enter('Title', ' A note ');
  enter('Amount', '$1,250');
  await press('Keep');
  const body = { title: 'A note', amount: '1250', owner_id: null, scopes: ['read'], draft: true };
  await waitFor(() => expect(onSaved).toHaveBeenCalledExactlyOnceWith('sent', 'draft'));
  expect(onSubmit).toHaveBeenCalledExactlyOnceWith(body);
});

test('displays the field errors of the server beside the fields of the form, and focuses the first refused field', async () => {
  openNotes();
  onSubmit.mockRejectedValueOnce(
    validationError({ owner_id: ['Nobody has this name.'], title: ['Taken.', 'Too short.'] }),
  );
  enter('Title', 'A note');
  await press('Send');
  await waitFor(() => expect(screen.getByLabelText('Title')).toHaveFocus());
  expect(errorOf('Title')).toBe('Taken. Too short.');
  expect(errorOf('Owner')).toBe('Nobody has this name.');
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('displays an error without a field as an alert until the next submit, and closes an earlier success', async () => {
  const closeSuccess = vi.spyOn(toast, 'closeSuccess');
  openNotes();
  onSubmit.mockRejectedValueOnce(new ApiError('The storage is full.', { status: 409 }));
  onSubmit.mockRejectedValueOnce(validationError({ version: ['Is old.'] }));
  enter('Title', 'A note');
  await press('Send');
  expect(await screen.findByRole('alert')).toHaveTextContent('The storage is full.');
  expect(closeSuccess).toHaveBeenCalledOnce();
  await press('Send');
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('Some fields are refused.'));
  await press('Send');
  await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
});

test('ignores presses and Enter while a submit is in flight', async () => {
  openNotes();
  const responseGate = createGate();
  onSubmit.mockImplementation(() => responseGate.opened);
  enter('Title', 'A note');
  await press('Send');
  expect(await screen.findByRole('button', { name: /Sending/ })).toHaveAttribute('aria-disabled', 'true');
  await press('Keep');
  fireEvent.submit(screen.getByRole('form'));
  responseGate.open();
  await screen.findByRole('button', { name: 'Send' });
  expect(onSubmit).toHaveBeenCalledOnce();
});

test('edits that are made while a submit is in flight remain unsaved', async () => {
  openNotes();
  const responseGate = createGate();
  onSubmit.mockImplementation(() => responseGate.opened);
  enter('Title', 'A note');
  enter('Notes', 'one');
  expect(isUnsaved()).toBe(true);
  await press('Send');
  await screen.findByRole('button', { name: /Sending/ });
  enter('Notes', 'two');
  responseGate.open();
  await screen.findByRole('button', { name: 'Send' });
  expect(screen.getByLabelText('Notes')).toHaveValue('two');
  expect(isUnsaved()).toBe(true);
  await press('Send');
  await waitFor(() => expect(isUnsaved()).toBe(false));
});

test('new values replace unedited fields, also in a select whose options load later', async () => {
  const rerender = openNotes({ options: [] });
  enter('Title', 'A note');
  rerender({ initialValues: { ...values, title: 'Other', notes: 'theirs', kind: 'a' }, options: ['a', 'b'] });
  await waitFor(() => expect(screen.getByLabelText('Notes')).toHaveValue('theirs'));
  expect(screen.getByLabelText('Title')).toHaveValue('A note');
  expect(screen.getByLabelText('Kind')).toHaveValue('a');
});

test('leaves validation to the server if the schema cannot be loaded, and loads the schema at the next submit', async () => {
  let isOffline = true;
  openNotes({
    schema: async () => {
      if (isOffline) throw new TypeError('Failed to fetch dynamically imported module');
      return Body;
    },
  });
  await press('Send');
  await waitFor(() => expect(onSubmit).toHaveBeenCalledOnce());
  isOffline = false;
  await press('Send');
  await waitFor(() => expect(errorOf('Title')).toBe('Required.'));
  expect(onSubmit).toHaveBeenCalledOnce();
});

test('a dialog has no CLOSE button while a submit of its form is in flight', async () => {
  const responseGate = createGate();
  function Rename() {
    const form = useApiForm({ values: { name: 'Ada' }, onSubmit: () => responseGate.opened });
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
  responseGate.open();
  expect(await screen.findByRole('button', { name: 'CLOSE' })).toBeInTheDocument();
});

function ResettingForm() {
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

test('onSaved can reset the form and focus a field', async () => {
  render(<ResettingForm />);
  enter('Name', 'Ada');
  await press('Save');
  await waitFor(() => expect(screen.getByLabelText('Name')).toHaveValue(''));
  await waitFor(() => expect(screen.getByLabelText('Name')).toHaveFocus());
});
