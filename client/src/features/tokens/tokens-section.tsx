import { inDays } from 'contract/days.ts';
import { useQuery } from '@tanstack/react-query';
import { tokenLimits, tokenMessages, type TokenScope } from 'contract/tokens/tokens.constants.ts';
import type { Token } from 'contract/tokens/tokens.ts';
import { EntryList, EntryTitle } from '#parts/entry-list/entry-list.tsx';
import { ChecksField, SelectField, TextField } from '#parts/form/form-field.tsx';
import { Form, SubmitButton } from '#parts/form/form.tsx';
import { SecretCode, SecretDialog } from '#parts/form/secret-dialog.tsx';
import { useApiForm } from '#parts/form/use-api-form.ts';
import { isAdmitted } from '#parts/navigation/feature.ts';
import { QueryPanel } from '#parts/query/query-panel.tsx';
import { useOperation } from '#parts/query/use-operation.ts';
import { apiQuery } from '#session/call.ts';
import { useSession } from '#session/session.ts';
import { Panel } from '#ui/layout/panel.tsx';
import { formatLocalDay, LocalTime } from '#ui/local-time.tsx';

export function TokensSection() {
  return (
    <div className="flex min-w-0 flex-col gap-6">
      <p className="text-muted">
        A token lets a program call the API in your name, without your password. It has only the permissions
        that you choose, and never more than you have yourself.{' '}
        <a href="/api/docs">The API’s documentation</a> lists the permissions that each operation needs.
      </p>
      <div className="grid grid-fit-[26rem] items-start gap-x-7 gap-y-6">
        <TokenList />
        <TokenForm />
      </div>
    </div>
  );
}

function TokenList() {
  return (
    <QueryPanel
      title="Your Tokens"
      aside={({ data }) => `${data.length} in use`}
      query={useQuery(apiQuery('listTokens'))}
    >
      {({ data }) => (
        <EntryList
          label="Your tokens"
          entries={data}
          empty="You have no tokens. Tokens that you create will appear here."
          verb="Revoke"
          nameOf={({ name }) => name}
          operation="deleteToken"
          success={tokenMessages.tokenDeleted}
          confirmation={confirmationOf}
        >
          {({ name, scopes, prefix, expires_at, last_used_at }) => (
            <>
              <EntryTitle name={name} />
              <p>{scopes.join(', ')}</p>
              <p>
                <code>{prefix}…</code>
              </p>
              <p>
                Ends <time dateTime={expires_at}>{formatLocalDay(expires_at)}</time>,{' '}
                {last_used_at ? (
                  <>
                    last used <LocalTime at={last_used_at} />
                  </>
                ) : (
                  'never used'
                )}
              </p>
            </>
          )}
        </EntryList>
      )}
    </QueryPanel>
  );
}

const confirmationOf = ({ name }: Token) => ({
  title: 'REVOKE THIS TOKEN?',
  message: `The program that uses “${name}” can no longer access your account.`,
  confirmLabel: 'Revoke token',
});

const ends = [
  ['7', '7 days'],
  ['30', '30 days'],
  ['90', '90 days'],
  ['365', '1 year'],
] as const;

const empty = { name: '', scopes: [] as TokenScope[], days: '90' };

function TokenForm() {
  const user = useSession()?.user;
  const {
    mutateAsync: create,
    data: created,
    reset: clearToken,
  } = useOperation('createToken', { success: null, toastsFailure: true, invalidates: ['listTokens'] });
  const form = useApiForm({
    values: empty,
    schema: async () => (await import('contract/tokens/tokens.ts')).CreateTokenBody,
    toBody: ({ days, ...input }) => ({ ...input, expires_at: inDays(days) }),
    onSubmit: create,
    onSaved: (): void => form.reset(empty),
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
