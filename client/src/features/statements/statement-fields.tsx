import { Entries } from '#parts/calculator/entries.tsx';
import { RateEntries } from '#parts/calculator/rate-entries.tsx';
import { TermsFields, TermsGroup } from '#parts/calculator/terms-fields.tsx';
import { Button } from '#ui/controls/button.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { AccountFilesPanel } from './account-files.tsx';
import { FilesAnnouncement } from './files-announcement.tsx';
import {
  type Accounts,
  asksClosing,
  asksOpening,
  emptyAccount,
  ledgerHint,
  openOffsetFields,
  type StatementInputs,
} from './statement-inputs.ts';
import type { AccountFiles } from './use-account-files.ts';

interface StatementFieldsProps {
  files: AccountFiles;
  accounts: Accounts;
  sampleUrl: string;
}

const maxAccounts = 10;

/** The files, and what they do not say. */
export function StatementFields({ files, accounts, sampleUrl }: StatementFieldsProps) {
  return (
    <>
      <FilesAnnouncement files={files} />
      <AccountFilesPanel title="Your Loan Account" place="loan" files={files}>
        {files.loan.length === 0 && !accounts.saved && (
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
      <AccountFilesPanel title="Offset Accounts" place="offset" files={files}>
        {openOffsetFields(accounts).map((field) => (
          <TermsFields<StatementInputs> key={field.name} fields={[field]} />
        ))}
        <Entries<StatementInputs, 'offset_accounts'>
          name="offset_accounts"
          label="Offset account"
          addLabel="An account without a file"
          max={maxAccounts}
          empty={emptyAccount}
          className="[--field-width:8.5rem]"
          fieldsOf={(index) => [
            { name: `offset_accounts.${index}.name`, label: 'Name', type: 'text', isOptional: true },
            { name: `offset_accounts.${index}.opening_balance`, label: 'Balance on All Days' },
          ]}
        />
      </AccountFilesPanel>
      <TermsGroup<StatementInputs>
        title="What the File Does Not Say"
        fields={[
          ...(asksOpening(accounts)
            ? [
                {
                  name: 'opening_balance' as const,
                  label: 'Owed Before the First Row',
                  hint: ledgerHint(accounts),
                },
              ]
            : []),
          ...(asksClosing(accounts)
            ? [
                {
                  name: 'closing_balance' as const,
                  label: 'Owed After the Last Row',
                  hint: 'From your bank’s website. It shows whether the rows lead there.',
                  isOptional: true,
                },
              ]
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
        <RateEntries name="rates" hint="Leave this empty, and we find them." />
      </Panel>
      <p className="text-sm">Your files stay on this device, and so does the check.</p>
    </>
  );
}
