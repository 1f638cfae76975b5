import { savedFragment } from 'contract/calculations/link-names.ts';
import type { StatementResult } from 'contract/statements/statements.ts';
import { useQuery } from '@tanstack/react-query';
import { memo, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useBeforeUnload, useLocation } from 'react-router-dom';
import type { CalculatorDefinition } from '#parts/calculator/calculator-definition.ts';
import { CalculatorForm } from '#parts/calculator/calculator-form.tsx';
import { CalculatorPage } from '#parts/calculator/calculator.tsx';
import { useCalculator } from '#parts/calculator/use-calculator.ts';
import { readValues, storedValues } from '#parts/form/typed-fields.ts';
import { paths } from '#parts/navigation/paths.ts';
import { apiQuery } from '#session/call.ts';
import { useSession } from '#session/session.ts';
import { Alert } from '#ui/feedback/alert.tsx';
import { Failure } from '#ui/feedback/failure.tsx';
import { Page } from '#ui/layout/page.tsx';
import { barFigure } from './bar-figure.ts';
import { ChargeTable, RateChart } from './charge-table.tsx';
import { lastChecks } from './last-check.ts';
import { statementCsv } from './statement-csv.ts';
import { StatementFields } from './statement-fields.tsx';
import { ConfirmFirst } from './confirm-first.tsx';
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
import { StatementSummary } from './statement-summary.tsx';
import { announcementOf, conventionText } from './statement-texts.ts';
import { useFocusAfterAnswer } from './use-focus-after-answer.ts';
import { useLedgerOpening } from './use-ledger-opening.ts';
import { useAccountFiles } from './use-account-files.ts';
import { hasDifferences, withoutDifferences } from 'engine/statements/supported-result.ts';

/** In links to the screen with the sample file. */
const sampleHash = '#sample';

const savedIdIn = (hash: string) => new URLSearchParams(hash.slice(1)).get(savedFragment);

const terminology = ['daily balance', 'day count', 'offset account', 'redraw'];

export default function StatementScreen() {
  const { hash } = useLocation();
  const [source, setSource] = useState(hash);
  // Another fragment is a link to an element of the page.
  if (hash !== source && (['', sampleHash].includes(hash) || savedIdIn(hash))) setSource(hash);
  const user = useSession()?.user.id;
  const [owner, setOwner] = useState(user);
  const [endedSessions, setEndedSessions] = useState(0);
  // A check ends with the session, also if that ends in another tab. A guest's check remains after the sign-in.
  if (user !== owner) {
    setOwner(user);
    if (owner !== undefined) setEndedSessions(endedSessions + 1);
  }
  const savedId = savedIdIn(source);
  return (
    <Page heading="MY LOAN, CHECKED" lede="Every interest charge of your home loan, recomputed to the cent.">
      {savedId ? (
        <SavedStatement key={savedId} id={savedId} />
      ) : (
        <StatementCheck key={`${endedSessions} ${source}`} hash={source} />
      )}
    </Page>
  );
}

function SavedStatement({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(apiQuery('getCalculation', { params: { id } }));
  if (error) return <Failure title="The saved check could not be opened" error={error} retry={refetch} />;
  if (!data) return <p className="text-muted">Opening the saved check…</p>;
  const { kind, name, input } = data.calculation;
  if (kind !== 'statement') return <Failure title="This saved calculation is no check of a loan" />;
  return (
    <StatementCheck
      hash={`#${savedFragment}=${id}`}
      savedName={name}
      saved={input as unknown as StatementInput}
    />
  );
}

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

function StatementCheck({ hash, savedName, saved }: StatementCheckProps) {
  const url = paths.statement + hash;
  const [last] = useState(() => lastChecks.get(url));
  const { state } = useLocation() as { state: { isToSave?: boolean } | null };
  const files = useAccountFiles(last?.accounts);
  const { loan, offset, answers, confirmed, range, reading, revision } = files;
  const accounts = useMemo(
    (): Accounts => ({
      loan,
      offset,
      answers,
      confirmed,
      range,
      reading,
      revision,
      saved: loan.length === 0 ? saved : undefined,
    }),
    [loan, offset, answers, confirmed, range, reading, revision, saved],
  );
  const definition = useMemo(() => definitionOf(accounts, url), [accounts, url]);
  const calculator = useCalculator(definition, last?.state);
  const { form, inputs, output } = calculator;
  // With the rows that it paints: an effect after the end of the session would bring the check back.
  useLayoutEffect(() => {
    lastChecks.set(url, { state: { inputs, output }, accounts });
  }, [url, inputs, output, accounts]);
  useLedgerOpening(form, accounts);
  useFocusAfterAnswer();
  useEffect(() => {
    const errors = fileErrors(accounts);
    for (const name of ['loan_files', 'offset_files'] as const) if (!errors[name]) form.clearErrors(name);
  }, [form, accounts]);
  useBeforeUnload((event) => {
    if (loan.length > 0) event.preventDefault();
  });

  const openLink = useEffectEvent(async () => {
    if (saved && !output) calculator.submit();
    if (hash !== sampleHash || loan.length > 0) return;
    // The sample is read like any file.
    const { sampleFiles, samplePreviousCharge } = await import('./sample.ts');
    const samples = sampleFiles();
    form.setValue('previous_charge_date', samplePreviousCharge);
    await files.add('loan', [samples.loan]);
    await files.add('offset', [samples.offset]);
  });
  useEffect(() => {
    void openLink();
  }, []);

  function clear() {
    lastChecks.clear();
    files.clear();
    calculator.clear();
  }

  const isRecheck = useRef(false);
  const readRevision = useRef(revision);
  const checkRead = useEffectEvent(() => {
    if (!isRecheck.current) return;
    isRecheck.current = false;
    calculator.submit();
  });
  useEffect(() => {
    if (revision === readRevision.current) return;
    readRevision.current = revision;
    checkRead();
  }, [revision]);

  function recheckOnceRead() {
    isRecheck.current = true;
  }

  function checkAll() {
    recheckOnceRead();
    files.checkOnly(null);
  }

  function applyRates(found: StatementResult['rates']) {
    form.setValue('rates', rateInputs(found));
    calculator.submit();
  }

  return (
    <CalculatorPage
      calculator={calculator}
      title="My loan, checked"
      terms={
        <>
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
            calculator={{ ...calculator, clear }}
            label="Your loan"
            submitLabel="Check"
            renderFields={() => <StatementFields {...{ files, accounts, sampleUrl: sampleHash }} />}
          />
        </>
      }
      csvName="loan-check.csv"
      example={{
        text: 'Choose the file of your loan account and press Check. You read whether each interest charge is right to the cent, by which way of calculating, and at which rate.',
      }}
      terminology={terminology}
      belowForm={
        <RowsTable
          files={files}
          inputsNow={form.getValues}
          hasAccountsWithoutFile={inputs.offset_accounts.length > 0}
        />
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
              summary: <StatementSummary {...{ checked, applyRates, checkAll }} />,
              csv: () => statementCsv(checked.result, checked.part),
              ...(checked.calculation
                ? { calculation: checked.calculation }
                : { actions: <p className="text-sm text-muted">{checked.whyUnsaved}</p> }),
              paper: <PaperTerms checked={checked} />,
            }
      }
      renderDetails={(answer) =>
        answer &&
        !isUncertain(answer.result, accounts) && (
          <Details result={answer.result.result} part={answer.result.part} />
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

/** Not rendered again while a key only changes the form. */
const Details = memo(function Details({ result, part }: Pick<Checked, 'result' | 'part'>) {
  return (
    <>
      <ChargeTable result={result} part={part} />
      <div className="print:hidden">
        <RateChart result={result} />
      </div>
    </>
  );
});
