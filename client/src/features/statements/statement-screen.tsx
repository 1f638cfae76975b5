import { savedFragment } from 'contract/calculations/link-names.ts';
import type { StatementResult } from 'contract/statements/statements.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useBeforeUnload, useLocation } from 'react-router-dom';
import { detailsOf } from '#api/api-error.ts';
import { CalculatorFrame } from '#parts/calculator/calculator-frame.tsx';
import { PaperNote } from '#parts/calculator/paper-note.tsx';
import { ResultPanel } from '#parts/calculator/result-panel.tsx';
import { usePrinting } from '#parts/calculator/use-printing.ts';
import { PageTerms } from '#parts/glossary/page-terms.tsx';
import { useApiMutation } from '#parts/query/use-api-mutation.ts';
import { apiQuery, call } from '#session/call.ts';
import { cx } from '#ui/cx.ts';
import { Alert } from '#ui/feedback/alert.tsx';
import { Failure } from '#ui/feedback/failure.tsx';
import { Page } from '#ui/layout/page.tsx';
import { ChargeTable, RateChart } from './charge-table.tsx';
import { StatementForm } from './statement-form.tsx';
import { inRowsOfFiles, type StatementInput } from './statement-request.ts';
import { StatementSummary } from './statement-summary.tsx';
import { announcementOf, type Checked, conventionText } from './statement-texts.ts';
import { rateInputs, type SavedCheck, type Statement, useStatement } from './use-statement.ts';

/** In links to the screen with the sample file. */
const sampleHash = '#sample';

const terminology = ['daily balance', 'day count', 'offset account', 'redraw'];

export default function StatementScreen() {
  const { hash } = useLocation();
  const savedId = new URLSearchParams(hash.slice(1)).get(savedFragment);
  return (
    <Page heading="MY LOAN, CHECKED" lede="Every interest charge of your home loan, recomputed to the cent.">
      {savedId ? (
        <SavedStatement key={savedId} id={savedId} />
      ) : (
        <StatementCheck opensSample={hash === sampleHash} />
      )}
    </Page>
  );
}

function SavedStatement({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(apiQuery('getCalculation', { params: { id } }));
  if (error) return <Failure title="The saved check could not be opened" error={error} retry={refetch} />;
  if (!data) return <p className="text-muted">Opening the saved check…</p>;
  const { calculation, result } = data;
  if (!('verdict' in result)) return <Failure title="This saved calculation is no check of a loan" />;
  const input = calculation.input as unknown as StatementInput;
  return <StatementCheck saved={{ name: calculation.name, input }} savedResult={result} />;
}

interface Output {
  input: StatementInput;
  checked: Checked;
}

interface StatementCheckProps {
  saved?: SavedCheck;
  savedResult?: StatementResult;
  opensSample?: boolean;
}

function StatementCheck({ saved, savedResult, opensSample = false }: StatementCheckProps) {
  const statement = useStatement(saved);
  const [output, setOutput] = useState<Output | undefined>(
    saved && savedResult && outputOf(saved.input, savedResult, (transaction) => `Transaction ${transaction}`),
  );
  const { mutate, error, isPending } = useApiMutation({
    mutationFn: (input: StatementInput) =>
      call('checkStatement', { body: input }).catch((refusal: Error) => {
        throw inRowsOfFiles(refusal, input, rowName);
      }),
  });
  const sample = useSample(statement);
  const openLinkedSample = useEffectEvent(() => {
    if (opensSample) sample.open();
  });
  useEffect(() => {
    openLinkedSample();
  }, []);
  const printing = usePrinting();
  const { loan, isChanged, setChanged, rows } = statement;
  useBeforeUnload((event) => {
    if (loan.files.length > 0) event.preventDefault();
  });

  /** The row of the file where there is one file. */
  const rowName = (transaction: number) => {
    const row = loan.files.length === 1 ? rows[transaction - 1]?.number : undefined;
    return row === undefined ? `Transaction ${transaction}` : `Row ${row}`;
  };

  function check(input = statement.input()) {
    setChanged(false);
    mutate(input, { onSuccess: ({ data }) => setOutput(outputOf(input, data, rowName)) });
  }

  function applyRates(found: StatementResult['rates']) {
    const rates = rateInputs(found);
    statement.setRates(rates);
    check(statement.input(rates));
  }

  const isStale = isChanged || error !== null;
  const result = output?.checked.result;
  return (
    <>
      <CalculatorFrame
        isPending={isPending}
        announcement={result && !isPending && !isStale ? announcementOf(result) : ''}
        bar={result ? [['Charges explained', `${result.totals.explained} of ${result.totals.charges}`]] : []}
        barProblem={error ? 'failed' : isChanged ? 'changed' : undefined}
        terms={
          <>
            {saved && <SavedNote name={saved.name} />}
            <StatementForm
              statement={statement}
              errors={detailsOf(error)}
              isPending={isPending}
              check={check}
              openSample={sample.open}
              isSampleLoading={sample.isLoading}
            />
          </>
        }
        result={
          <ResultPanel
            error={error}
            retry={() => check()}
            isChanged={isChanged && output !== undefined}
            hasResult={false}
            isPending={isPending}
          >
            {output ? (
              <StatementSummary checked={output.checked} input={output.input} applyRates={applyRates} />
            ) : (
              <EmptyResult isPending={isPending} />
            )}
          </ResultPanel>
        }
      >
        {result && (
          <div className={cx('flex min-w-0 flex-col gap-6', (isStale || isPending) && 'dimmed')}>
            <ChargeTable result={result} />
            {!printing && <RateChart result={result} />}
          </div>
        )}
        <PageTerms terms={terminology} />
      </CalculatorFrame>
      {result && (
        <PaperNote title="My loan, checked" link={`${location.origin}${location.pathname}`}>
          {result.convention && <p>{conventionText(result.convention)}</p>}
        </PaperNote>
      )}
    </>
  );
}

function outputOf(
  input: StatementInput,
  result: StatementResult,
  rowName: (transaction: number) => string,
): Output {
  return { input, checked: { result, areRatesGiven: (input.rates ?? []).length > 0, rowName } };
}

const SavedNote = ({ name }: { name: string }) => (
  <Alert tone="info" title={name}>
    <p>The transactions of this saved check are used until you choose a file.</p>
  </Alert>
);

function EmptyResult({ isPending }: { isPending: boolean }): ReactNode {
  if (isPending) return <p className="text-muted">Checking every charge…</p>;
  return (
    <p className="text-muted">
      Choose the file of your loan account and press Check. You read whether each interest charge is right to
      the cent, by which way of calculating, and at which rate.
    </p>
  );
}

/** The sample is read like any file. */
function useSample({ loan, offset, setPreviousCharge }: Statement) {
  const [isLoading, setLoading] = useState(false);
  async function load() {
    setLoading(true);
    const { sampleFiles, samplePreviousCharge } = await import('./sample.ts');
    const files = sampleFiles();
    setPreviousCharge(samplePreviousCharge);
    await loan.add([files.loan]);
    await offset.add([files.offset]);
    setLoading(false);
  }
  return { open: () => void load(), isLoading };
}
