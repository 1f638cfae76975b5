import type { StatementResult } from 'contract/statements/statements.ts';
import {
  type SyntheticEvent,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { useBeforeUnload, useLocation } from 'react-router-dom';
import type { CalculatorDefinition } from '#parts/calculator/calculator-definition.ts';
import { CalculatorForm } from '#parts/calculator/calculator-form.tsx';
import { CalculatorPage } from '#parts/calculator/calculator.tsx';
import { useCalculator } from '#parts/calculator/use-calculator.ts';
import { readValues, storedValues } from '#parts/form/typed-fields.ts';
import { paths } from '#parts/navigation/paths.ts';
import { Alert } from '#ui/feedback/alert.tsx';
import { barFigure } from './bar-figure.ts';
import { CheckedFiles } from './checked-files.tsx';
import { lastChecks } from './last-check.ts';
import { statementCsv } from './statement-csv.ts';
import { StatementFields } from './statement-fields.tsx';
import { ConfirmFirst } from './confirm-first.tsx';
import { StatementDetails } from './statement-details.tsx';
import { RowsTable } from './rows-table.tsx';
import {
  type Accounts,
  askedInputs,
  type Checked,
  inputsOf,
  keyOf,
  rateInputs,
  type StatementInput,
  type StatementInputs,
  type StatementTerms,
} from './statement-inputs.ts';
import { fileErrors, hasOpenQuestions, statementResolver } from './statement-resolver.ts';
import { hasLetter, StatementSummary } from './statement-summary.tsx';
import { announcementOf, conventionText } from './statement-texts.ts';
import { focusVerdict, useFocusAfterAnswer } from './use-focus-after-answer.ts';
import { useOpeningBalance } from './use-opening-balance.ts';
import { type RefusedFile, useAccountFiles } from './use-account-files.ts';
import type { DayRange } from 'engine/account-files/to-statement.ts';
import { hasDifferences, withoutDifferences } from 'engine/statements/supported-result.ts';

/** In links to the screen with the sample file. */
export const sampleHash = '#sample';

const terminology = ['daily balance', 'day count', 'offset account', 'redraw'];

const load = async () => (await import('./statement-calculation.ts')).checkAccount;

const definitionOf = (
  accounts: Accounts,
  url: string,
): CalculatorDefinition<StatementInputs, StatementTerms, Checked> => ({
  initial: () => storedValues(inputsOf(accounts.saved)),
  cleared: () => inputsOf(),
  firstField: 'previous_charge_date',
  resolver: statementResolver(accounts),
  termsOf: (inputs) => ({ inputs: readValues(askedInputs(inputs, accounts)), accounts }),
  read: () => null,
  urlOf: () => url,
  keyOf,
  load,
  fieldOf: () => 'loan_files',
});

interface StatementCheckProps {
  hash: string;
  savedName?: string;
  /** What is checked until a file is chosen. */
  saved?: StatementInput;
}

/** The form of a check, which gives way to its result. */
export function StatementCheck({ hash, savedName, saved }: StatementCheckProps) {
  const url = paths.statement + hash;
  const [last] = useState(() => lastChecks.get(url));
  const { state } = useLocation() as { state: { isToSave?: boolean } | null };
  const files = useAccountFiles(last?.accounts);
  const { loan, confirmed } = files;
  const accounts = useMemo(
    (): Accounts => ({ ...files.state, saved: loan.length === 0 ? saved : undefined }),
    [files.state, loan, saved],
  );
  const definition = useMemo(() => definitionOf(accounts, url), [accounts, url]);
  const calculator = useCalculator(definition, last?.state);
  const { form, inputs, output } = calculator;
  // With the rows that it paints: an effect after the end of the session would bring the check back.
  useLayoutEffect(() => {
    lastChecks.set(url, { state: { inputs, output }, accounts });
  }, [url, inputs, output, accounts]);
  useOpeningBalance(form, accounts);
  useFocusAfterAnswer();
  useEffect(() => {
    const errors = fileErrors(accounts);
    for (const name of ['loan_files', 'offset_files'] as const) if (!errors[name]) form.clearErrors(name);
  }, [form, accounts]);
  useBeforeUnload((event) => {
    if (files.hasFiles()) event.preventDefault();
  });

  const openLink = useEffectEvent(async () => {
    if (saved && !output) calculator.submit();
    if (hash !== sampleHash) return;
    const { sampleFiles, samplePreviousCharge } = await import('./sample.ts');
    if (files.hasFiles()) return;
    // The sample is read like any file.
    const samples = sampleFiles();
    form.setValue('previous_charge_date', samplePreviousCharge);
    await Promise.all([files.add('loan', [samples.loan]), files.add('offset', [samples.offset])]);
  });
  useEffect(() => {
    void openLink();
  }, []);

  const isToVerdict = useRef(false);
  /** The files that were refused before the check that waits. */
  const refusedBefore = useRef<readonly RefusedFile[]>(undefined);

  function clear() {
    lastChecks.clear();
    files.clear();
    [isToVerdict.current, refusedBefore.current] = [false, undefined];
    calculator.clear();
  }

  /** The form gives way to the files of a new result, until it is opened to be changed. */
  const [folded, setFolded] = useState(output);
  const [isEditing, setEditing] = useState(false);
  if (output !== folded) {
    setFolded(output);
    setEditing(false);
  }
  const isFolded = output !== undefined && !isEditing;
  const formId = useId();
  useLayoutEffect(() => {
    if (!output || !isToVerdict.current) return;
    isToVerdict.current = false;
    focusVerdict();
  }, [output]);

  function submit(event?: SyntheticEvent) {
    event?.preventDefault();
    isToVerdict.current = true;
    if (files.isChanging()) recheckOnceRead();
    else calculator.submit();
  }

  function edit(selector: string) {
    flushSync(() => setEditing(true));
    document.querySelector<HTMLElement>(`#${CSS.escape(formId)} ${selector}`)?.focus();
  }

  const checkRead = useEffectEvent(() => {
    const before = refusedBefore.current;
    if (!before || files.isChanging()) return;
    refusedBefore.current = undefined;
    // A check without a file that was refused meanwhile would hide why.
    if (files.refused.every((file) => before.includes(file))) calculator.submit();
  });
  // With the refusal on the screen: an effect after it would find the next file, and check that unasked.
  useLayoutEffect(() => {
    checkRead();
  }, [files.state, files.readingNames]);

  function recheckOnceRead() {
    refusedBefore.current = files.refused;
  }

  const checkAll = () => checkOnly(null);

  function checkOnly(days: DayRange | null) {
    isToVerdict.current = true;
    recheckOnceRead();
    files.checkOnly(days);
  }

  function applyRates(found: StatementResult['rates']) {
    form.setValue('rates', rateInputs(found));
    submit();
  }

  return (
    <CalculatorPage
      calculator={calculator}
      title="My loan, checked"
      isStacked={isFolded}
      terms={
        <>
          {isFolded && (
            <CheckedFiles {...{ files, inputs, savedName, formId, edit }} checked={output.result} />
          )}
          <div id={formId} hidden={isFolded} className={isFolded ? undefined : 'flex flex-col gap-6'}>
            {savedName && (
              <Alert tone="info" title={savedName}>
                <p>The transactions of this saved check are used until you choose a file.</p>
              </Alert>
            )}
            {state?.isToSave && !last && loan.length === 0 && !saved && (
              <Alert tone="info" title="">
                <p>Your files are still in the tab in which you started. Return to it to go on.</p>
              </Alert>
            )}
            <CalculatorForm
              calculator={{ ...calculator, clear, submit }}
              label="Your loan"
              submitLabel="Check"
              renderFields={() => <StatementFields {...{ files, accounts, sampleUrl: sampleHash }} />}
            />
          </div>
        </>
      }
      csvName="loan-check.csv"
      example={{
        text: 'Choose the file of your loan account and press Check. You read whether each interest charge is right to the cent, by which way of calculating, and at which rate.',
      }}
      terminology={terminology}
      belowForm={
        <div id={`${formId}-rows`} hidden={isFolded}>
          <RowsTable
            files={files}
            inputsNow={form.getValues}
            hasAccountsWithoutFile={inputs.offset_accounts.length > 0}
          />
        </div>
      }
      renderResult={({ result: checked }) =>
        isUncertain(checked, accounts)
          ? {
              bar: [barFigure({ ...checked, result: withoutDifferences(checked.result) })],
              announcement: `First confirm how we read your files. ${announcementOf(withoutDifferences(checked.result), checked.part)}`,
              summary: (
                <ConfirmFirst
                  checked={checked}
                  questions={openQuestions(checked, confirmed)}
                  files={files}
                  recheckOnceRead={recheckOnceRead}
                  checkAll={checkAll}
                />
              ),
              csv: () => statementCsv(withoutDifferences(checked.result), checked.part),
            }
          : {
              bar: [barFigure(checked)],
              announcement: announcementOf(checked.result, checked.part),
              summary: (toolbar) => (
                <StatementSummary {...{ checked, toolbar, applyRates, checkAll, checkOnly, isEditing }} />
              ),
              csv: () => statementCsv(checked.result, checked.part),
              // Where there is no letter, saving is the main action.
              ...(checked.calculation && hasLetter(checked) && { calculation: checked.calculation }),
              paper: <PaperTerms checked={checked} />,
            }
      }
      renderDetails={(answer) =>
        answer &&
        !isUncertain(answer.result, accounts) && (
          <StatementDetails checked={answer.result} applyRates={applyRates} />
        )
      }
    />
  );
}

/** What must be confirmed before a difference is shown. */
const openQuestions = ({ questions }: Checked, confirmed: ReadonlySet<string>) =>
  questions.filter(({ key }) => !confirmed.has(key));

/** Whether a charge that differs may only be read wrongly. */
const isUncertain = (checked: Checked, accounts: Accounts) =>
  openQuestions(checked, accounts.confirmed).length > 0 ||
  (hasDifferences(checked.result) && hasOpenQuestions(accounts));

function PaperTerms({ checked: { result, leftOut } }: { checked: Checked }) {
  return (
    <>
      {result.convention && <p>{conventionText(result.convention)}</p>}
      {leftOut.length > 0 && <p>Left out by hand: {leftOut.join('; ')}.</p>}
    </>
  );
}
