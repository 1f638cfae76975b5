import { type ReactNode, useDeferredValue } from 'react';
import type { FieldValues } from 'react-hook-form';
import { PageTerms } from '#parts/glossary/page-terms.tsx';
import { Button } from '#ui/controls/button.tsx';
import { cx } from '#ui/cx.ts';
import { CalculatorFrame } from './calculator-frame.tsx';
import { saveCsv } from './csv.ts';
import { PaperNote, PaperRecord } from './paper-note.tsx';
import { Refusals } from './refusals.tsx';
import type { BarFigure } from './result-bar.tsx';
import { ResultPanel } from './result-panel.tsx';
import { ResultToolbar } from './result-toolbar.tsx';
import type { UnsavedCalculation } from './saved/calculations.queries.ts';
import { SaveButton } from './saved/save-button.tsx';
import type { CalculatorOutput } from './use-calculation.ts';
import type { Calculator } from './use-calculator.ts';
import { usePrinting } from './use-printing.ts';

/** The parts of a screen that display a result. */
interface ResultParts {
  bar: readonly BarFigure[];
  /** One sentence for screen readers. */
  announcement: string;
  /** A function places the actions on the result itself. */
  summary: ReactNode | ((toolbar: ReactNode) => ReactNode);
  csv: () => string;
  /** The calculation that the Save button saves. */
  calculation?: UnsavedCalculation;
  /** Further actions on the result. */
  actions?: ReactNode;
  belowSummary?: ReactNode;
  /** The terms, for paper, if the summary does not state them. */
  paper?: ReactNode;
}

interface CalculatorPageProps<Inputs extends FieldValues, Terms, Result> {
  calculator: Calculator<Inputs, Terms, Result>;
  /** The title on paper. */
  title: string;
  /** The form, usually a `CalculatorForm`. */
  terms: ReactNode;
  csvName: string;
  /** Displayed in place of the figures before the first calculation: a text, and a link that computes the terms. */
  example: { text?: string; to?: string; terms?: string };
  terminology: readonly string[];
  renderResult: (output: CalculatorOutput<Terms, Result>) => ResultParts;
  /** A further part of the terms over the whole width, before the details. */
  belowForm?: ReactNode;
  /** Charts and tables over the whole width, rendered after the summary; without an output before the first result. */
  renderDetails: (output: CalculatorOutput<Terms, Result> | undefined) => ReactNode;
  /** Whether paper begins with the terms, because the details are long. */
  isPaperNoteFirst?: boolean;
  /** Whether the result stands below the terms on wide screens, too. */
  isStacked?: boolean;
}

/** Hundreds of millions and more, as links and texts have them. */
const longFigure = /\d{9}|\d{3}(?:,\d{3}){2}/;

const defaultExampleText = 'Enter the terms and calculate, or start from an example.';

/** The form of a calculator, its result, and the actions on the result. */
export function CalculatorPage<Inputs extends FieldValues, Terms, Result>({
  calculator,
  title,
  terms,
  csvName,
  example,
  terminology,
  belowForm,
  renderResult,
  renderDetails,
  isPaperNoteFirst = false,
  isStacked,
}: CalculatorPageProps<Inputs, Terms, Result>) {
  const { output, error, submit, isPending, isOpening, isStale } = calculator;
  const parts = output && renderResult(output);
  const printing = usePrinting();
  const deferredOutput = useDeferredValue(output);
  const toolbar = parts && (
    <ResultToolbar
      link={calculator.hasLink ? output.link : undefined}
      saveCsv={() => saveCsv(csvName, parts.csv())}
    >
      {parts.calculation && <SaveButton calculation={parts.calculation} />}
      {parts.actions}
    </ResultToolbar>
  );
  const paperNote = parts && (
    <PaperNote title={title} link={output.link} isAtStart={isPaperNoteFirst}>
      {parts.paper}
    </PaperNote>
  );
  return (
    <>
      {isPaperNoteFirst && paperNote}
      <CalculatorFrame
        isPending={isPending}
        announcement={parts && !isPending && !isStale ? parts.announcement : ''}
        failure={calculator.requestedFailure}
        bar={parts?.bar ?? []}
        barProblem={error ? 'failed' : isStale ? 'changed' : undefined}
        hasLongFigures={parts && longFigure.test(`${output.link} ${parts.announcement}`)}
        isStacked={isStacked}
        terms={terms}
        result={
          <div className="flex flex-col gap-6">
            <ResultPanel
              error={error}
              retry={submit}
              isChanged={isStale}
              isPending={isPending}
              hasResult={parts !== undefined}
              notice={
                <Refusals
                  form={calculator.form}
                  hiddenFields={calculator.hiddenFields}
                  hasResult={parts !== undefined}
                />
              }
            >
              {parts ? (
                typeof parts.summary === 'function' ? (
                  parts.summary(toolbar)
                ) : (
                  <>
                    {parts.summary}
                    {toolbar}
                  </>
                )
              ) : isPending || isOpening ? (
                <p className="text-muted">Calculating…</p>
              ) : (
                !error && (
                  <div
                    className={cx(
                      'flex flex-col items-start gap-4',
                      hasFragment(example.to ?? '') && 'noscript:hidden',
                    )}
                  >
                    <p className="text-muted noscript:hidden">{example.text ?? defaultExampleText}</p>
                    {example.to && (
                      <Button variant="chip" to={example.to}>
                        {example.terms}
                      </Button>
                    )}
                  </div>
                )
              )}
            </ResultPanel>
            {parts?.belowSummary}
          </div>
        }
      >
        {belowForm}
        <div className={cx('flex min-w-0 flex-col gap-6', output && (isStale || isPending) && 'dimmed')}>
          {renderDetails(printing ? output : deferredOutput)}
        </div>
        <PageTerms terms={terminology} />
      </CalculatorFrame>
      {parts && isPaperNoteFirst ? <PaperRecord /> : paperNote}
    </>
  );
}

/** Without scripts the terms after a # are not read. */
const hasFragment = (url: string) => url.includes('#');
