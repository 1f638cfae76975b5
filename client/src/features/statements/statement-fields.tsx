import { statementLimits } from 'contract/statements/statements.constants.ts';
import { Entries } from '#parts/calculator/entries.tsx';
import { TermsFields, TermsGroup } from '#parts/calculator/terms-fields.tsx';
import { Button } from '#ui/controls/button.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { AccountFilesPanel } from './account-files.tsx';
import {
  type Accounts,
  asksOpening,
  emptyRate,
  hasNoBalances,
  type StatementInputs,
} from './statement-inputs.ts';
import type { AccountFiles } from './use-account-files.ts';

interface StatementFieldsProps {
  loan: AccountFiles;
  offset: AccountFiles;
  accounts: Accounts;
  sampleUrl: string;
}

/** The files, and what they do not say. */
export function StatementFields({ loan, offset, accounts, sampleUrl }: StatementFieldsProps) {
  return (
    <>
      <AccountFilesPanel
        title="Your Loan Account"
        label="Loan account (CSV)"
        name="loan_files"
        account={loan}
        kind="loan"
      >
        {loan.files.length === 0 && !accounts.saved && (
          <div className="flex flex-col items-start gap-3">
            <p className="text-sm text-muted">
              Export the transactions of your loan account as CSV from your bank’s website, two years if you
              can. Or look at an invented loan first.
            </p>
            <Button className="noscript:hidden" to={sampleUrl}>
              Load the sample file
            </Button>
          </div>
        )}
      </AccountFilesPanel>
      <AccountFilesPanel
        title="Offset Accounts"
        label="Offset account (CSV)"
        name="offset_files"
        account={offset}
        kind="offset"
        aside="optional"
        renderFields={(file) =>
          hasNoBalances(file) && (
            <TermsFields<StatementInputs>
              fields={[
                {
                  name: `offset_openings.${file.id}.opening_balance`,
                  label: 'Balance before the First Row',
                  hint: 'The file states no balances.',
                },
              ]}
            />
          )
        }
      />
      <TermsGroup<StatementInputs>
        title="What the File Does Not Say"
        fields={[
          ...(asksOpening(accounts)
            ? [{ name: 'opening_balance' as const, label: 'Owed Before the First Row' }]
            : []),
          {
            name: 'previous_charge_date',
            label: 'Interest Was Last Charged On',
            hint: 'The day of the charge before the first row. Without it we cannot check the first charge.',
            type: 'date',
            isOptional: true,
          },
        ]}
      />
      <Panel title="Your Rates" aside="optional">
        <Entries<StatementInputs, 'rates'>
          name="rates"
          label="Rate"
          addLabel="Add a rate"
          max={statementLimits.rates}
          hint="Leave this empty, and we find them."
          empty={emptyRate}
          className="[--field-width:8.5rem]"
          fieldsOf={(index) => [
            { name: `rates.${index}.from`, label: 'From', type: 'date' },
            { name: `rates.${index}.annual_interest_rate`, label: 'Rate (%)' },
          ]}
        />
      </Panel>
      <p className="text-sm">Your files stay on this device, and so does the check.</p>
    </>
  );
}
