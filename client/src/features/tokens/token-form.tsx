import { tokenLimits, tokenMessages, type TokenScope } from 'contract/tokens/tokens.constants.ts';
import { ChecksField, SelectField, TextField } from '#parts/form/form-field.tsx';
import { Form, SubmitButton } from '#parts/form/form.tsx';
import { useApiForm } from '#parts/form/use-api-form.ts';
import { isAdmitted } from '#parts/navigation/feature.ts';
import { useSession } from '#session/session.ts';
import { Panel } from '#ui/layout/panel.tsx';
import { useCreateToken } from './tokens.queries.ts';
import { SecretCode, SecretDialog } from '#parts/form/secret-dialog.tsx';

const ends = [
  ['7', '7 days'],
  ['30', '30 days'],
  ['90', '90 days'],
  ['365', '1 year'],
] as const;

const dayMs = 24 * 60 * 60 * 1000;

const empty = { name: '', scopes: [] as TokenScope[], days: '90' };

export function TokenForm() {
  const user = useSession()?.user;
  const { mutateAsync: create, data: created, reset: clearToken } = useCreateToken();
  const form = useApiForm({
    values: empty,
    schema: async () => (await import('contract/tokens/tokens.ts')).CreateTokenBody,
    toBody: ({ days, ...input }) => ({
      ...input,
      expires_at: new Date(Date.now() + Number(days) * dayMs).toISOString(),
    }),
    onSubmit: create,
    onSaved: () => form.reset(empty),
  });
  return (
    <Panel title="New Token">
      <Form
        form={form}
        failure={null}
        actions={
          <div>
            <SubmitButton form={form} busyLabel="Creating...">
              Make Token
            </SubmitButton>
          </div>
        }
      >
        <TextField
          form={form}
          name="name"
          label="Name"
          hint="The name of the program, so that you can recognise it."
          autoComplete="off"
          maxLength={tokenLimits.nameMaxLength}
        />
        <ChecksField
          form={form}
          name="scopes"
          label="What it may do"
          className="grid gap-3"
          legendClassName="mb-2 text-sm font-semibold"
          options={scopes
            .filter(({ isForStaff }) => isAdmitted(user, isForStaff ? 'staff' : 'user'))
            .map(({ scope, label }) => ({ value: scope, label, hint: scope }))}
        />
        <SelectField
          form={form}
          name="days"
          label="Ends after"
          hint="We email you a week before."
          options={ends}
        />
      </Form>
      {created && <CreatedTokenDialog name={created.data.name} token={created.token} onClose={clearToken} />}
    </Panel>
  );
}

interface Scope {
  scope: TokenScope;
  /** What the scope permits. */
  label: string;
  isForStaff?: true;
}

const scopes: readonly Scope[] = [
  { scope: 'read:profile', label: 'Read your profile, its picture and what you store' },
  { scope: 'read:friends', label: 'Read friends, requests and blocks, and search users' },
  { scope: 'write:friends', label: 'Send and answer requests, end friendships, block users' },
  { scope: 'read:calculations', label: 'Read saved calculations' },
  { scope: 'write:calculations', label: 'Save, change, share and delete calculations' },
  { scope: 'read:records', label: 'Read and export IP and log records', isForStaff: true },
  { scope: 'read:users', label: 'Read all users', isForStaff: true },
  { scope: 'read:reports', label: 'Read and export reports', isForStaff: true },
];

interface CreatedTokenDialogProps {
  name: string;
  token: string;
  onClose: () => void;
}

const CreatedTokenDialog = ({ name, token, onClose }: CreatedTokenDialogProps) => (
  <SecretDialog
    title={`Token “${name}”`}
    secret={token}
    copyLabel="Copy Token"
    copied="Token copied."
    text={`${tokenMessages.tokenCreated} Anyone with this token can use all its permissions, so protect it like a password.`}
    onClose={onClose}
  >
    <p>A program sends it with every request in this header:</p>
    <SecretCode>Authorization: Bearer {token.slice(0, 10)}…</SecretCode>
  </SecretDialog>
);
