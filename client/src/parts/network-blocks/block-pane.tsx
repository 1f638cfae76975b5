import { count } from 'contract/counts.ts';
import { networkBlockLimits } from 'contract/network-blocks/network-blocks.constants.ts';
import { viewReasonLimits } from 'contract/view-reasons/view-reasons.constants.ts';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { SelectField, TextField } from '#parts/form/form-field.tsx';
import { Form, SubmitButton } from '#parts/form/form.tsx';
import { useApiForm } from '#parts/form/use-api-form.ts';
import { formatNumber } from '#parts/format/format.ts';
import { searchWithoutReason } from '#parts/records/view-reasons.tsx';
import { adminUserNamedPath } from '#parts/navigation/paths.ts';
import { useOperation } from '#parts/query/use-operation.ts';
import { stateSearchReason } from '#session/search-reasons.ts';
import { UnsavedBlocker } from '#parts/unsaved/unsaved-blocker.tsx';
import { ReadingPane } from '#parts/record-list/reading-pane.tsx';
import { Button } from '#ui/controls/button.tsx';
import { Segmented } from '#ui/controls/segmented.tsx';
import { Checkbox } from '#ui/controls/checkbox.tsx';
import { Alert } from '#ui/feedback/alert.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { UtcTime } from '#ui/utc-time.tsx';
import { useNetworkPreview } from './network-blocks.queries.ts';

const durations = [
  ['1', '1 hour'],
  ['24', '1 day'],
  ['72', '3 days'],
  ['168', '7 days'],
  ['720', '30 days'],
  ['8760', '365 days'],
] as const;

const hourMs = 3_600_000;

/** The network in the fragment of a URL that opens the pane. Undefined without one. */
const networkOf = (fragment: string): string | undefined => /^#block=(.*)$/.exec(fragment)?.[1];

/** Opens the pane on the same screen. Empty for a network that the agent enters. */
export function useBlockPath(): (network: string) => { search: string; hash: string } {
  const { search } = useLocation();
  return (network) => ({ search, hash: `#block=${network}` });
}

/** Blocks the network in the URL beside the list, or in a dialog where there is no room. */
export function BlockPane() {
  const network = networkOf(useLocation().hash);
  return network === undefined ? null : <OpenPane key={network} network={network} />;
}

function OpenPane({ network }: { network: string }) {
  const navigate = useNavigate();
  const { search, state } = useLocation() as { search: string; state: unknown };
  const [opener] = useState(() => document.activeElement);
  const { mutateAsync: create } = useOperation('createNetworkBlock', {
    invalidates: ['listNetworkBlocks', 'listNetworks', 'listTimeline'],
  });
  const form = useApiForm({
    values: { network, reason: '', hours: '24', end_sessions: false },
    toBody: ({ hours, ...input }) => ({
      ...input,
      ends_at: new Date(Date.now() + Number(hours) * hourMs).toISOString(),
    }),
    fieldNames: { ends_at: 'hours' },
    onSubmit: create,
    onSaved: () => close(true),
  });
  const [entered, reason] = useWatch({ control: form.control, name: ['network', 'reason'] });
  const sizes = prefixesOf(network);

  function close(isSaved = false) {
    void navigate({ search }, { replace: true, preventScrollReset: true, state, flushSync: true });
    // Once the network is blocked, the control of its row that blocks is gone.
    const control =
      isSaved && opener?.matches('[data-blocks]') ? opener.closest('tr, li')?.querySelector('a') : opener;
    if (control instanceof HTMLElement) control.focus();
  }

  return (
    <ReadingPane
      title="Block a Network"
      hint="Escape closes"
      onClose={() => close()}
      onKeyDown={({ key }) => key === 'Escape' && close()}
    >
      <UnsavedBlocker />
      <Form
        form={form}
        guarded
        actions={
          <SubmitButton form={form} variant="danger" busyLabel="Blocking...">
            Block
          </SubmitButton>
        }
      >
        <TextField
          form={form}
          name="network"
          label="IP address or network"
          hint={
            network === '' &&
            'For example 203.0.113.7 or 203.0.113.0/24. The widest are /16, and /32 for IPv6.'
          }
          autoComplete="off"
        />
        {sizes.length > 0 && (
          <Segmented
            label="Size of the network"
            options={sizes}
            value={entered.trim()}
            onChange={(value) => form.setValue('network', value, { shouldDirty: true })}
          />
        )}
        <Preview
          key={entered.trim()}
          network={entered.trim()}
          isComplete={entered === network || sizes.some(([value]) => value === entered)}
          reason={reason.trim()}
        />
        <TextField
          form={form}
          name="reason"
          label="Reason"
          hint="For other agents and the audit trail. People who are refused do not read it."
          maxLength={networkBlockLimits.reasonMaxLength}
          isProse
        />
        <SelectField form={form} name="hours" label="Ends after" options={durations} />
        <Checkbox
          {...form.register('end_sessions')}
          label="End the sessions from there"
          hint="Otherwise users who are signed in go on."
        />
      </Form>
    </ReadingPane>
  );
}

/** An IP address and the networks around it. */
const prefixesOf = (network: string): (readonly [string, string])[] =>
  network === '' || network.includes('/')
    ? []
    : (network.includes(':') ? ['/128', '/64', '/48'] : ['/32', '/28', '/24']).map((prefix, index) => [
        index === 0 ? network : network + prefix,
        prefix,
      ]);

interface PreviewProps {
  network: string;
  /** Whether the network comes from a link, and not from the keyboard. */
  isComplete: boolean;
  reason: string;
}

/** A network that is entered passes others on the way, whose users would read of the access. So the agent asks for the counts. */
function Preview({ network, isComplete, reason }: PreviewProps) {
  const [isAsked, setAsked] = useState(isComplete);
  const { data, isError, error, refetch } = useNetworkPreview(isAsked ? network : '');
  const refused = searchWithoutReason(error);
  const { reasonMaxLength } = viewReasonLimits;
  const isTooLong = reason.length > reasonMaxLength;
  if (network === '') return null;
  return (
    <Panel title={`The Last ${networkBlockLimits.previewDays} Days`}>
      {!isAsked ? (
        <div className="flex flex-col items-start gap-3">
          <p className="text-muted">See what the block would have stopped, and whom it would hit.</p>
          <Button onClick={() => setAsked(true)}>Count</Button>
        </div>
      ) : refused && 'search' in refused ? (
        <div className="flex flex-col items-start gap-3">
          <p className="text-muted">
            These counts need a reason. Enter that of the block: the users whom they name read it with your
            access.
          </p>
          {isTooLong && (
            <p aria-live="polite">
              For the counts, the reason may have at most {reasonMaxLength} characters. Shorten it first:
              after the counts it may be longer.
            </p>
          )}
          <Button
            disabled={reason === '' || isTooLong}
            onClick={() => {
              stateSearchReason(refused.search, reason);
              void refetch();
            }}
          >
            Count with this reason
          </Button>
        </div>
      ) : isError ? (
        <p className="text-muted">
          Enter an IP address or a network to see what the block would have stopped.
        </p>
      ) : !data ? (
        <p className="text-muted">Counting...</p>
      ) : (
        <div className="flex flex-col gap-3 text-sm">
          {data.protected.length > 0 && (
            <Alert tone="error" title="THIS NETWORK CANNOT BE BLOCKED">
              {data.protected.map((cause) => (
                <p key={cause}>{cause}</p>
              ))}
            </Alert>
          )}
          <p>
            {data.network}: {count(data.addresses, 'IP address', 'IP addresses')},{' '}
            {formatNumber(data.failed_sign_ins)} failed and {formatNumber(data.sign_ins)} successful sign-ins,{' '}
            {count(data.registrations, 'registration')}.
          </p>
          {data.user_count === 0 ? (
            <p>Nobody signed in from there.</p>
          ) : (
            <>
              <p>{count(data.user_count, 'user')} signed in from there and could not sign in again:</p>
              <ul className="flex flex-col gap-1 wrap-anywhere">
                {data.users.map(({ id, username, last_seen }) => (
                  <li key={id}>
                    <Link to={adminUserNamedPath(username)}>{username}</Link>, last at{' '}
                    <UtcTime at={last_seen} />
                  </li>
                ))}
              </ul>
            </>
          )}
        </div>
      )}
    </Panel>
  );
}
