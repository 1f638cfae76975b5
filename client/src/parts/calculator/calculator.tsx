import { memo, type ReactNode, useDeferredValue } from 'react';
import { type FieldValues, FormProvider, useFormState } from 'react-hook-form';
import { PageTerms } from '#parts/glossary/page-terms.tsx';
import { cx } from '#ui/cx.ts';
import { LiveRegion } from '#ui/feedback/live-region.tsx';
import { CalculateButtons } from './calculate-buttons.tsx';
import { CalculatorFrame } from './calculator-frame.tsx';
import { saveCsv } from './csv.ts';
import { PaperNote } from './paper-note.tsx';
import type { BarFigure } from './result-bar.tsx';
import { ResultPanel } from './result-panel.tsx';
import { ResultToolbar } from './result-toolbar.tsx';
import type { UnsavedCalculation } from './saved/calculations.queries.ts';
import { SaveButton } from './saved/save-button.tsx';
import { UnrecognizedLinkParts } from './unrecognized-link-parts.tsx';
import type { Calculator, CalculatorOutput } from './use-calculator.ts';
import { WorkedExample } from './worked-example.tsx';

/** The parts of a screen that display a result. */
export interface ResultParts {
  bar: readonly BarFigure[];
  /** One sentence for screen readers. */
  announcement: string;
  summary: ReactNode;
  csv: () => string;
  /** The calculation that the Save button saves. */
  calculation?: UnsavedCalculation;
  /** Further actions on the result. */
  actions?: ReactNode;
  belowSummary?: ReactNode;
  /** Charts and tables, over the whole width. */
  details: ReactNode;
  /** The terms, for paper, if the summary does not state them. */
  paper?: ReactNode;
}

interface CalculatorPageProps<Inputs extends FieldValues, Terms, Result> {
  calculator: Calculator<Inputs, Terms, Result>;
  /** The title on paper. */
  title: string;
  /** The name of the form for screen readers. */
  formLabel: string;
  /** A stable function, so that a long form is rendered only for a change of its values. */
  renderFields: (inputs: Inputs) => ReactNode;
  csvName: string;
  example: { text?: string; to: string; terms: string };
  terminology: readonly string[];
  renderResult: (output: CalculatorOutput<Terms, Result>) => ResultParts;
}

/** The form of a calculator, its result, and the actions on the result. */
export function CalculatorPage<Inputs extends FieldValues, Terms, Result>(
  props: CalculatorPageProps<Inputs, Terms, Result>,
) {
  const { calculator, title, csvName, example, terminology, renderResult } = props;
  const { output, error, isRefused, retry, isFetching, isSlow, isStale } = calculator;
  const parts = output && renderResult(output);
  const deferredOutput = useDeferredValue(output);
  return (
    <>
      <CalculatorFrame
        isPending={isFetching}
        announcement={isFetching ? '' : (parts?.announcement ?? '')}
        failure={calculator.failure}
        bar={parts?.bar ?? []}
        barProblem={error && !isRefused ? 'failed' : isStale ? 'changed' : undefined}
        terms={
          <MemoizedForm
            formLabel={props.formLabel}
            renderFields={props.renderFields}
            form={calculator.form}
            inputs={calculator.inputs}
            submit={calculator.submit}
            clear={calculator.clear}
            unrecognized={calculator.unrecognized}
            isSlow={isSlow}
          />
        }
        result={
          <div className="flex flex-col gap-6">
            <ResultPanel
              title="Summary"
              error={isRefused ? null : error}
              retry={retry}
              isChanged={isStale}
              isPending={isSlow}
            >
              <Refusals form={calculator.form} hasResult={parts !== undefined} />
              {parts ? (
                <>
                  {parts.summary}
                  <ResultToolbar link={output.link} saveCsv={() => saveCsv(csvName, parts.csv())}>
                    {parts.calculation && <SaveButton calculation={parts.calculation} />}
                    {parts.actions}
                  </ResultToolbar>
                </>
              ) : (
                <WorkedExample text={example.text} to={example.to}>
                  {example.terms}
                </WorkedExample>
              )}
            </ResultPanel>
            {parts?.belowSummary}
          </div>
        }
      >
        {deferredOutput && (
          <div className={cx('flex min-w-0 flex-col gap-6', (isStale || isSlow) && 'dimmed')}>
            {renderResult(deferredOutput).details}
          </div>
        )}
        <PageTerms terms={terminology} />
      </CalculatorFrame>
      {parts && (
        <PaperNote title={title} link={output.link}>
          {parts.paper}
        </PaperNote>
      )}
    </>
  );
}

type TermsFormProps<Inputs extends FieldValues> = Pick<
  CalculatorPageProps<Inputs, unknown, unknown>,
  'formLabel' | 'renderFields'
> &
  Pick<
    Calculator<Inputs, unknown, unknown>,
    'form' | 'inputs' | 'submit' | 'clear' | 'unrecognized' | 'isSlow'
  >;

// The type keeps the form generic, which `memo` does not.
const MemoizedForm = memo(TermsForm) as typeof TermsForm;

function TermsForm<Inputs extends FieldValues>(props: TermsFormProps<Inputs>) {
  const { formLabel, renderFields, form, inputs, submit, clear, unrecognized, isSlow } = props;
  const formState = useFormState({ control: form.control });
  return (
    <FormProvider {...form} formState={formState}>
      <form className="flex flex-col gap-6" onSubmit={submit} noValidate aria-label={formLabel}>
        <UnrecognizedLinkParts parts={unrecognized} />
        {renderFields(inputs)}
        <CalculateButtons isPending={isSlow} clear={clear} />
      </form>
    </FormProvider>
  );
}

interface RefusalsProps<Inputs extends FieldValues> extends Pick<
  Calculator<Inputs, unknown, unknown>,
  'form'
> {
  hasResult: boolean;
}

/** The reasons that are also displayed beside their fields. */
function Refusals<Inputs extends FieldValues>({ form, hasResult }: RefusalsProps<Inputs>) {
  const { errors } = useFormState({ control: form.control });
  const reasons = [...new Set(messagesOf(errors))];
  return (
    <LiveRegion>
      {reasons.length > 0 && (
        <p className="text-warn">
          Some terms cannot be used: {reasons.join(' ')}{' '}
          {hasResult && 'The result is that of the previous terms.'}
        </p>
      )}
    </LiveRegion>
  );
}

/** The errors are nested like the fields. */
function messagesOf(errors: unknown): string[] {
  if (typeof errors !== 'object' || errors === null) return [];
  if ('message' in errors && typeof errors.message === 'string') return [errors.message];
  return Object.values(errors).flatMap(messagesOf);
}
