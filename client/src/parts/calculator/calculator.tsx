import { type ReactNode, useDeferredValue, useEffect, useId, useRef } from 'react';
import type { FieldValues } from 'react-hook-form';
import { detailsOf } from '#api/api-error.ts';
import { PageTerms } from '#parts/glossary/page-terms.tsx';
import { useDebouncedValue } from '#parts/query/use-debounced-value.ts';
import { Button } from '#ui/controls/button.tsx';
import { copyText } from '#ui/controls/copy-text.ts';
import { cx } from '#ui/cx.ts';
import { Failure } from '#ui/feedback/failure.tsx';
import { Tag } from '#ui/feedback/tag.tsx';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { CalculatorForm, type CalculatorFormProps } from './calculator-form.tsx';
import { saveCsv } from './csv.ts';
import { LinkRecord } from './link-record.tsx';
import { currentRecord, withRecord } from './method-record.ts';
import { PaperNote, PaperRecord } from './paper-note.tsx';
import { Refusals } from './refusals.tsx';
import { type BarFigure, ResultBar } from './result-bar.tsx';
import type { UnsavedCalculation } from './saved/calculations.queries.ts';
import { SaveButton } from './saved/save-button.tsx';
import type { CalculatorOutput } from './use-calculation.ts';
import type { Calculator } from './use-calculator.ts';
import { usePrinting } from './use-printing.ts';
import './calculator.css';

/** The parts of a screen that display a result. */
interface ResultParts {
  /** The main figures, for screens that show terms and result below each other. */
  bar: readonly BarFigure[];
  /** One sentence for screen readers, which is not said while the figures are out of date. */
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

/** Displayed in place of the figures before the first calculation: a text, and a link that computes the terms. */
interface ExampleProps {
  text?: string;
  to?: string;
  terms?: string;
}

type CalculatorPageProps<Inputs extends FieldValues, Terms, Result> = {
  calculator: Calculator<Inputs, Terms, Result>;
  /** The title on paper. */
  title: string;
  csvName: string;
  example: ExampleProps;
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
} & (
  | Pick<CalculatorFormProps<Inputs>, 'label' | 'renderFields'>
  | { /** A form with more. */ terms: ReactNode }
);

/** Hundreds of millions and more, as links and texts have them, for which a narrow screen needs smaller text. */
const longFigure = /\d{9}|\d{3}(?:,\d{3}){2}/;

/** Announcements are debounced, because results change with every keystroke. */
const announcementDelayMs = 500;

const defaultExampleText = 'Enter the terms and calculate, or start from an example.';

/**
 * The terms of a calculator on the left, its result and the actions on it on the right, and the details below. Out-of-date
 * figures remain visible but dimmed until there are new ones.
 */
export function CalculatorPage<Inputs extends FieldValues, Terms, Result>({
  calculator,
  title,
  csvName,
  example,
  terminology,
  belowForm,
  renderResult,
  renderDetails,
  isPaperNoteFirst = false,
  isStacked = false,
  ...form
}: CalculatorPageProps<Inputs, Terms, Result>) {
  const { output, error, submit, isPending, isOpening, isStale, requestedFailure } = calculator;
  const parts = output && renderResult(output);
  const printing = usePrinting();
  const deferredOutput = useDeferredValue(output);
  const terms = useRef<HTMLDivElement>(null);
  const result = useRef<HTMLElement>(null);
  const titleId = useId();
  useEffect(() => {
    if (requestedFailure && result.current) bringIntoView(result.current);
  }, [requestedFailure]);
  const isRefused = Object.keys(detailsOf(error)).length > 0;
  const toolbar = parts && (
    <div className="flex flex-wrap gap-x-5 gap-y-2 @min-[42rem]:absolute @min-[42rem]:top-0 @min-[42rem]:right-0 print:hidden @min-[42rem]:[&>.button]:min-h-target @min-[42rem]:[&>.button]:py-0 @min-[42rem]:[section:has([role=alert])_&]:static">
      {calculator.hasLink && (
        <Button
          variant="ghost"
          onClick={() =>
            void copyText(withRecord(output.link, currentRecord()), {
              copied: 'Link copied.',
              refused: 'The browser does not let us copy. The link is in its address bar.',
            })
          }
        >
          Copy Link
        </Button>
      )}
      <Button variant="ghost" onClick={() => window.print()}>
        Print
      </Button>
      <Button variant="ghost" onClick={() => saveCsv(csvName, parts.csv())}>
        CSV
      </Button>
      {parts.calculation && <SaveButton calculation={parts.calculation} />}
      {parts.actions}
    </div>
  );
  const paperNote = parts && (
    <PaperNote title={title} link={output.link} isAtStart={isPaperNoteFirst}>
      {parts.paper}
    </PaperNote>
  );
  return (
    <>
      {isPaperNoteFirst && paperNote}
      <div
        className={cx(
          'flex min-w-0 flex-col gap-6',
          parts && longFigure.test(`${output.link} ${parts.announcement}`) && 'long-figures',
        )}
      >
        <LinkRecord />
        <div
          className={cx(
            'grid grid-cols-1 items-start gap-x-7 gap-y-6',
            !isStacked && 'not-print:min-[1100px]:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]',
          )}
        >
          <div className="flex min-w-0 flex-col gap-6 outline-none print:hidden" ref={terms} tabIndex={-1}>
            {'terms' in form ? form.terms : <CalculatorForm calculator={calculator} {...form} />}
          </div>
          <section
            className={cx(
              'min-w-0',
              !isStacked &&
                'min-[1100px]:sticky min-[1100px]:top-[calc(var(--bar-height)+var(--space-4))] print:static',
            )}
            ref={result}
            tabIndex={-1}
            aria-label="Result"
            aria-busy={isPending}
          >
            <div className="flex flex-col gap-6">
              <section
                className="@container relative min-w-0 print:break-inside-auto"
                aria-labelledby={titleId}
              >
                {/* The figures need no visible title. */}
                <h2 className={cx('panel-title', parts ? 'sr-only' : 'mb-3')} id={titleId}>
                  Summary
                </h2>
                <div className="flex flex-col gap-4">
                  {isStale && (
                    <p>
                      <Tag tone="warn">TERMS CHANGED</Tag>
                    </p>
                  )}
                  <Refusals
                    form={calculator.form}
                    hiddenFields={calculator.hiddenFields}
                    hasResult={parts !== undefined}
                  />
                  {error && (
                    <Failure title="Calculation Error" error={error} retry={isRefused ? undefined : submit} />
                  )}
                  <div
                    className={cx(
                      'flex flex-col gap-4',
                      (isStale || isPending || error !== null) && 'dimmed',
                    )}
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
                      !error && <Example {...example} />
                    )}
                  </div>
                </div>
              </section>
              {parts?.belowSummary}
            </div>
            <Announcement text={parts && !isPending && !isStale ? parts.announcement : ''} />
          </section>
        </div>
        {belowForm}
        <div className={cx('flex min-w-0 flex-col gap-6', output && (isStale || isPending) && 'dimmed')}>
          {renderDetails(printing ? output : deferredOutput)}
        </div>
        <PageTerms terms={terminology} />
        {parts && parts.bar.length > 0 && (
          <ResultBar
            figures={parts.bar}
            problem={error ? 'failed' : isStale ? 'changed' : undefined}
            terms={terms}
            result={result}
          />
        )}
      </div>
      {parts && isPaperNoteFirst ? <PaperRecord /> : paperNote}
    </>
  );
}

/** Without scripts the terms after a # are not read. */
function Example({ text = defaultExampleText, to, terms }: ExampleProps) {
  return (
    <div className={cx('flex flex-col items-start gap-4', to?.includes('#') && 'noscript:hidden')}>
      <p className="text-muted noscript:hidden">{text}</p>
      {to && (
        <Button variant="chip" to={to}>
          {terms}
        </Button>
      )}
    </div>
  );
}

function Announcement({ text }: { text: string }) {
  return (
    <VisuallyHidden>
      <output>{useDebouncedValue(text, announcementDelayMs)}</output>
    </VisuallyHidden>
  );
}

/** If the result is visible beside the form, the focus stays in the form. */
function bringIntoView(element: HTMLElement): void {
  const { top } = element.getBoundingClientRect();
  if (top >= 0 && top < 0.75 * window.innerHeight) return;
  element.focus({ preventScroll: true });
  element.scrollIntoView();
}
