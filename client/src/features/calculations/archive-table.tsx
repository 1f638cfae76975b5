import { useQuery } from '@tanstack/react-query';
import type { Calculation } from 'contract/calculations/calculations.ts';
import { cashRateSlug } from 'contract/datasets/datasets.constants.ts';
import { formatAmount } from 'contract/formats.ts';
import { Link } from 'react-router-dom';
import { kindNames } from '#parts/calculator/saved/kind-names.ts';
import { savedUrl } from '#parts/calculator/saved/saved-url.ts';
import { termsText } from '#parts/calculator/saved/terms-text.ts';
import { RatesSource } from '#parts/datasets/dataset-age.tsx';
import { dataset } from '#parts/datasets/datasets.queries.ts';
import { RateGapLine } from '#parts/rate-gap/rate-gap-line.tsx';
import { Button } from '#ui/controls/button.tsx';
import { Checkbox } from '#ui/controls/checkbox.tsx';
import { Labelled } from '#ui/controls/labelled.tsx';
import { RowTable } from '#ui/layout/row-table.tsx';
import { formatLocalDay } from '#ui/local-time.tsx';
import { CalculationActions } from './calculation-actions.tsx';
import { isComparable, refusalOf } from './comparable.ts';
import { figuresOf } from './figures-of.ts';
import { FigureTable } from '#parts/calculator/figure-table.tsx';
import { formatLongDateInCapitals } from '#parts/format/format.ts';
import { Alert } from '#ui/feedback/alert.tsx';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { computedCalculation, useAcceptCalculation } from './calculations.queries.ts';
import { fieldText, figureText } from './change-texts.ts';
import './archive-table.css';

const heads = [
  { name: 'Name' },
  { name: 'Kind', className: 'archive-kind' },
  { name: 'A month', className: 'archive-month text-right' },
  { name: 'Interest', className: 'archive-interest text-right' },
  { name: 'Result', className: 'archive-result' },
  { name: 'Of what', className: 'archive-word', isHidden: true },
  { name: 'Saved', className: 'archive-saved @max-[78em]:hidden' },
  { name: 'Compare', className: 'archive-compare print:hidden', isHidden: true },
  { name: 'Actions', className: 'archive-actions print:hidden', isHidden: true },
];

interface ArchiveTableProps {
  calculations: readonly Calculation[];
  /** Those to compare. */
  chosen: readonly Calculation[];
  choose: (calculation: Calculation, isChosen: boolean) => void;
  remove: (calculation: Calculation) => void;
}

/** A row for each calculation, with what is to be read about it below. */
export function ArchiveTable({ calculations, ...props }: ArchiveTableProps) {
  return (
    <div className="archive-table @container">
      <RowTable label="Saved calculations, in Australian dollars" columns={heads}>
        {calculations.map((calculation) => (
          <Row key={calculation.id} calculation={calculation} {...props} />
        ))}
      </RowTable>
    </div>
  );
}

/** In a narrower container one of nine is hidden. A cell across nine would add an empty one. */
const columns = 8;

type RowProps = Omit<ArchiveTableProps, 'calculations'> & { calculation: Calculation };

function Row({ calculation, chosen, choose, remove }: RowProps) {
  const { id, name, kind, input, rates_from, variable_rate, notes, date_updated } = calculation;
  const isKnown = kind !== 'unknown';
  const url = savedUrl(calculation);
  const { payment, period, interest, result, word, more } = figuresOf(calculation);
  const texts = textsOf(calculation, more);
  const isChosen = chosen.some((one) => one.id === id);
  const refusal = isChosen ? undefined : refusalOf(chosen, calculation);
  const saved = formatLocalDay(date_updated);
  return (
    <>
      <tr className="archive-row">
        <th scope="row" className="archive-name font-normal wrap-anywhere">
          {isKnown ? (
            <Link className="archive-title" to={url}>
              {name}
            </Link>
          ) : (
            <span className="archive-title">{name}</span>
          )}{' '}
          <span className="text-muted">
            <span className="hidden stacked:inline">
              {kindNames[kind]}
              {texts.length > 0 && ', '}
            </span>
            {texts.map((text, index) => (
              <span key={text}>
                {index > 0 && ', '}
                <span>{text}</span>
              </span>
            ))}
          </span>
        </th>
        <td className="text-muted stacked:hidden">{kindNames[kind]}</td>
        <td className="text-right text-sm whitespace-nowrap tabular-nums stacked:hidden">
          {amountText(payment)}
          {period && <span className="block text-xs text-muted">a {period}</span>}
        </td>
        <td className="text-right text-sm whitespace-nowrap tabular-nums stacked:hidden">
          {amountText(interest)}
        </td>
        <td className="archive-result text-sm font-semibold whitespace-nowrap text-strong tabular-nums">
          {typeof result === 'string' ? result : amountText(result)}
        </td>
        <td className="archive-word text-muted">{word}</td>
        <td className="text-muted @max-[78em]:hidden stacked:hidden">{saved}</td>
        <td className="archive-compare print:hidden">
          {isComparable(calculation) && (
            <Checkbox
              label={
                <span className="sr-only stacked:not-sr-only">
                  <Labelled name={name}>Compare</Labelled>
                </span>
              }
              checked={isChosen}
              disabled={refusal !== undefined}
              title={refusal}
              onChange={({ target }) => choose(calculation, target.checked)}
            />
          )}
        </td>
        <td className="archive-actions print:hidden">
          <div className="flex items-center justify-end single:justify-start">
            {isKnown && (
              <Button variant="ghost" className="text-text stacked:hidden" to={url}>
                <Labelled name={name}>Open</Labelled>
              </Button>
            )}
            <CalculationActions calculation={calculation} remove={() => remove(calculation)} />
          </div>
        </td>
      </tr>
      <tr className="archive-notes">
        <td colSpan={columns} className="space-y-2 pb-3 text-muted stacked:block">
          {notes && <p className="wrap-anywhere whitespace-pre-line">{notes}</p>}
          <ChangedFigures calculation={calculation} />
          {rates_from && <RatesAge vintage={rates_from} />}
          {variable_rate && <RateGapLine input={input} />}
        </td>
      </tr>
    </>
  );
}

const amountText = (amount: number | undefined) => (Number.isFinite(amount) ? formatAmount(amount!) : '–');

function textsOf(calculation: Calculation, more: string | undefined): string[] {
  const { name, kind, input, variable_rate, shared_with, shared_by } = calculation;
  const terms = kind === 'unknown' ? '' : termsText(kind, input);
  const readers = shared_with?.map(({ username }) => username) ?? [];
  return [
    terms === name ? '' : terms,
    more ?? '',
    variable_rate ? 'Variable' : '',
    readers.length > 0 ? `shared with ${readers.join(', ')}` : '',
    shared_by ? `from ${shared_by.username}` : '',
  ].filter(Boolean);
}

function RatesAge({ vintage }: { vintage: string }) {
  const { data } = useQuery(dataset(cashRateSlug, { vintage }));
  return (
    <p>
      <RatesSource vintage={vintage} figures={data} />
    </p>
  );
}

/** The saved figures that the current method computes differently, until the user accepts the new ones. */
export function ChangedFigures({ calculation }: { calculation: Calculation }) {
  const { name, method, calculated_on: on, shared_by: sharer } = calculation;
  const { data } = useQuery(computedCalculation(calculation));
  const { mutate: accept, isPending } = useAcceptCalculation(calculation);
  const changes = data?.changes ?? [];
  if (changes.length === 0) return null;

  const figures = changes.length === 1 ? '1 FIGURE' : `${changes.length} FIGURES`;
  return (
    <div className="col-span-full">
      <Alert tone="info" title={`${figures} CHANGED SINCE METHOD ${method}, ${formatLongDateInCapitals(on)}`}>
        <FigureTable
          caption={`The saved figures of ${name} and today’s figures`}
          row="Figure"
          labels={['From', 'To']}
          rows={changes.map(({ field, before, after }) => ({
            head: fieldText(field),
            figures: [before, after].map((figure) => figureText(field, figure)),
          }))}
        />
        {!sharer && (
          <div>
            <Button loading={isPending} onClick={() => accept()}>
              ACCEPT NEW FIGURES <VisuallyHidden>of {name}</VisuallyHidden>
            </Button>
          </div>
        )}
      </Alert>
    </div>
  );
}
