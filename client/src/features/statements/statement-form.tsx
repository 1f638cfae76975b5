import { useState } from 'react';
import { useIsStatic } from '#parts/page/today.ts';
import { Button } from '#ui/controls/button.tsx';
import { Field } from '#ui/controls/field.tsx';
import { NumberInput, TextInput } from '#ui/controls/input.tsx';
import { LiveRegion } from '#ui/feedback/live-region.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { AccountFilesPanel } from './account-files.tsx';
import { RateFields } from './rate-fields.tsx';
import type { AccountFile } from './use-account-files.ts';
import type { Statement } from './use-statement.ts';

interface StatementFormProps {
  statement: Statement;
  /** The reasons of a refusal by path. */
  errors: Readonly<Record<string, readonly string[]>>;
  isPending: boolean;
  check: () => void;
  openSample: () => void;
  isSampleLoading: boolean;
}

const hasNoBalances = ({ reading }: AccountFile) =>
  reading.rows.every(({ balanceCents }) => balanceCents === null);

/** The files, and what they do not say. */
export function StatementForm({
  statement,
  errors,
  isPending,
  check,
  openSample,
  isSampleLoading,
}: StatementFormProps) {
  const [isRequested, setRequested] = useState(false);
  const isStatic = useIsStatic();
  const { loan, offset, needsOpening, isSaved } = statement;
  const missing = statement.missing();
  const submit = () => {
    setRequested(true);
    if (missing === undefined) check();
  };
  return (
    <form
      className="flex flex-col gap-6"
      aria-label="Your loan"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isPending) submit();
      }}
    >
      <AccountFilesPanel title="Your Loan Account" label="Loan account (CSV)" account={loan} kind="loan">
        {loan.files.length === 0 && !isSaved && (
          <div className="flex flex-col items-start gap-3">
            <p className="text-sm text-muted">
              Export the transactions of your loan account as CSV from your bank’s website, two years if you
              can. Or look at an invented loan first.
            </p>
            <Button loading={isSampleLoading} onClick={openSample}>
              Load the sample file
            </Button>
          </div>
        )}
      </AccountFilesPanel>
      <AccountFilesPanel
        title="Offset Accounts"
        label="Offset account (CSV)"
        account={offset}
        kind="offset"
        aside="optional"
        renderFields={(file) =>
          hasNoBalances(file) && (
            <Field label="Balance before the First Row" hint="The file states no balances.">
              {(control) => (
                <NumberInput
                  {...control}
                  value={statement.offsetOpening(file)}
                  onChange={({ target }) => statement.setOffsetOpening(file, target.value)}
                />
              )}
            </Field>
          )
        }
      />
      <Panel title="What the File Does Not Say">
        <div className="flex flex-col gap-5">
          {(needsOpening || isSaved) && (
            <Field label="Owed Before the First Row" error={errors['opening_balance']?.join(' ')}>
              {(control) => (
                <NumberInput
                  {...control}
                  value={statement.openingBalance}
                  onChange={({ target }) => statement.setOpeningBalance(target.value)}
                />
              )}
            </Field>
          )}
          <Field
            label="Interest Was Last Charged On"
            hint="The day of the charge before the first row. Without it we cannot check the first charge."
            error={errors['previous_charge_date']?.join(' ')}
          >
            {(control) => (
              <TextInput
                {...control}
                type="date"
                value={statement.previousCharge}
                onChange={({ target }) => statement.setPreviousCharge(target.value)}
              />
            )}
          </Field>
          <RateFields rates={statement.rates} setRates={statement.setRates} errors={errors} />
        </div>
      </Panel>
      <div className="flex flex-col items-start gap-3">
        <p className="text-sm">
          Your file stays on this device. We send dates, amounts and balances, and keep nothing.
        </p>
        {/* Before the app takes over, Enter would load the page again. */}
        <Button type={isStatic ? 'button' : 'submit'} variant="primary" loading={isPending}>
          Check
        </Button>
        <noscript>Checking needs JavaScript.</noscript>
        <LiveRegion>
          {isRequested && missing !== undefined && <p className="text-warn">{missing}</p>}
        </LiveRegion>
      </div>
    </form>
  );
}
