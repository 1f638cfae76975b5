import type { ListedLoan } from 'contract/followed-loans/followed-loans.ts';
import { formatAmount } from 'contract/formats.ts';
import type { Objective } from 'contract/objectives/objectives.ts';
import { periodNames } from 'contract/scenarios/frequency-texts.ts';
import { newerVersionText } from 'contract/texts.ts';
import { useId, useState } from 'react';
import { localDate } from '#parts/calculator/local-date.ts';
import { formatAud, formatDate, formatShare } from '#parts/format/format.ts';
import { loanPath } from '#parts/navigation/paths.ts';
import { cx } from '#ui/cx.ts';
import { Button } from '#ui/controls/button.tsx';
import { Labelled } from '#ui/controls/labelled.tsx';
import { ProgressBar } from '#ui/feedback/progress-bar.tsx';
import { RowTable } from '#ui/layout/row-table.tsx';
import { ActionMenu } from '#ui/overlays/action-menu.tsx';
import { askToConfirm } from '#ui/overlays/confirm.tsx';
import { ObjectiveChart } from './objective-chart.tsx';
import './objective-table.css';

type FillingLoan = Pick<ListedLoan, 'id' | 'name'> & {
  /** That of another version may lack fields. */
  headline: Partial<ListedLoan['headline']>;
};

interface ObjectiveTableProps {
  label: string;
  objectives: readonly Objective[];
  loans: readonly FillingLoan[];
  /** Whether it stands on the page of the loan that fills all of them. */
  isOfLoan: boolean;
  edit: (objective: Objective) => void;
  remove: (objective: Objective) => void;
}

const headsOf = (isOfLoan: boolean) => [
  { name: isOfLoan ? 'Goal' : 'Objective', className: 'objective-title' },
  ...(isOfLoan ? [] : [{ name: 'Filled by', className: 'objective-loan @max-[78em]:hidden' }]),
  { name: 'Progress' },
  { name: 'Share', className: 'objective-share', isHidden: true },
  { name: 'Now', className: 'objective-amount' },
  { name: 'Target', className: 'objective-target' },
  { name: 'By', className: 'objective-date' },
  { name: 'Expected, or needed', className: 'objective-status' },
  { name: 'Actions', className: 'objective-actions print:hidden', isHidden: true },
];

/** A row for each objective, which opens to its chart. */
export function ObjectiveTable({ label, objectives, loans, isOfLoan, ...actions }: ObjectiveTableProps) {
  return (
    <div className="objective-table @container">
      <RowTable label={`${label}, in Australian dollars`} columns={headsOf(isOfLoan)}>
        {objectives.map((objective) => (
          <Row
            key={objective.id}
            objective={objective}
            loan={loans.find(({ id }) => id === objective.loan_id)}
            isOfLoan={isOfLoan}
            {...actions}
          />
        ))}
      </RowTable>
    </div>
  );
}

/** On the page of a loan, and in a narrower container. A cell across nine would add an empty one. */
const columns = 8;

interface RowProps extends Pick<ObjectiveTableProps, 'isOfLoan' | 'edit' | 'remove'> {
  objective: Objective;
  loan: FillingLoan | undefined;
}

function Row({ objective, loan, isOfLoan, edit, remove }: RowProps) {
  const { title, kind, target_amount, current_amount, target_date, progress_percent, loan_id } = objective;
  const [isOpen, setOpen] = useState(false);
  const [today] = useState(() => localDate(new Date()));
  const chartId = useId();
  const frequency = loan?.headline.payment?.frequency;
  const { text, isOffTrack } = statusOf(objective, today, frequency && periodNames[frequency]);
  const by = formatDate(target_date);
  const isFilled = loan_id !== null && !isOfLoan;
  const askToDelete = () =>
    askToConfirm({
      title: 'DELETE THIS OBJECTIVE?',
      message: `${title} is deleted permanently, with its history.`,
      confirmLabel: 'Delete objective',
      onConfirm: () => remove(objective),
    });
  const update = (label: string) => (
    <Button variant="ghost" className="text-text" onClick={() => edit(objective)}>
      <Labelled name={title}>{label}</Labelled>
    </Button>
  );
  return (
    <>
      <tr className="objective-row">
        <th scope="row" className="font-medium wrap-anywhere">
          <button
            type="button"
            className="min-h-target text-left text-sm font-medium text-strong underline decoration-control underline-offset-[0.3em] hover:decoration-accent"
            aria-expanded={isOpen}
            aria-controls={isOpen ? chartId : undefined}
            onClick={() => setOpen(!isOpen)}
          >
            {title}
          </button>
        </th>
        {!isOfLoan && (
          <td className="wrap-anywhere text-muted @max-[78em]:hidden stacked:hidden">
            {loan_id === null ? 'typed' : (loan?.name ?? 'a loan')}
          </td>
        )}
        <td className="objective-bar">
          <ProgressBar
            className="block h-2 text-muted"
            max={100}
            value={progress_percent}
            aria-label={`${title}: ${doneTexts[kind]}`}
          />
        </td>
        <td className="objective-share font-semibold text-strong tabular-nums">
          {formatShare(progress_percent)}
        </td>
        <td className="objective-amount tabular-nums">
          <span className="whitespace-nowrap">{formatAmount(current_amount)}</span>
          <span className="hidden stacked:inline">
            , target <span className="whitespace-nowrap">{formatAmount(target_amount)}</span>
          </span>
        </td>
        <td className="objective-target text-sm whitespace-nowrap tabular-nums stacked:hidden">
          {formatAmount(target_amount)}
        </td>
        <td className="text-sm whitespace-nowrap stacked:hidden">{by}</td>
        <td className={cx('objective-status tabular-nums', isOffTrack && 'text-warn')}>
          {isOffTrack && '! '}
          <span className="hidden stacked:inline">by {by}: </span>
          {text}
        </td>
        <td className="objective-actions print:hidden">
          <div className="flex items-center justify-end single:justify-start">
            {isFilled ? (
              <Button variant="ghost" className="text-text" to={`${loanPath(loan_id)}#goals`}>
                <Labelled name={title}>Open</Labelled>
              </Button>
            ) : (
              kind !== 'unknown' && update('Update')
            )}
            <ActionMenu label={`More actions for ${title}`}>
              {isFilled && kind !== 'unknown' && update('Change')}
              <Button variant="danger" onClick={askToDelete}>
                <Labelled name={title}>Delete</Labelled>
              </Button>
            </ActionMenu>
          </div>
        </td>
      </tr>
      {isOpen && (
        <tr id={chartId}>
          <td colSpan={columns} className="py-3 stacked:block">
            <ObjectiveChart objective={objective} done={doneTexts[kind]} today={today} />
          </td>
        </tr>
      )}
    </>
  );
}

/** What its amount is. */
const doneTexts: Record<Objective['kind'], string> = {
  pay_off: 'repaid',
  save: 'saved',
  owe_below: 'owed',
  offset_above: 'held in the offset account',
  unknown: 'saved',
};

const isReached = ({ kind, target_amount }: Objective, amount: number) =>
  kind === 'owe_below' ? amount <= target_amount : amount >= target_amount;

/** The first of the days from which on a goal of a loan is reached. Its history has only the ends of months. */
function reachedBy(objective: Objective) {
  const { history } = objective;
  return history[history.findLastIndex(({ amount }) => !isReached(objective, amount)) + 1]?.date;
}

/** When it is expected, or what is needed. `period` is the time between two payments of its loan, such as `month`. */
function statusOf(objective: Objective, today: string, period = 'payment') {
  const { kind, loan_id, current_amount, target_amount, target_date } = objective;
  if (kind === 'unknown') return { text: newerVersionText };
  if (loan_id !== null && isReached(objective, current_amount)) {
    const day = reachedBy(objective);
    return { text: day === undefined ? 'reached' : `reached by ${formatDate(day)}` };
  }
  if (loan_id !== null && kind !== 'offset_above') return statusOfDebt(objective, period);
  if (current_amount >= target_amount) return { text: 'reached' };
  const missing = formatAud(target_amount - current_amount);
  if (target_date < today) return { text: `overdue, ${missing} missing`, isOffTrack: true };
  const monthly = objective.needed_per_month;
  return { text: monthly === null ? `${missing} at once` : `${formatAud(monthly)} a month` };
}

/** Of a debt that a followed loan pays. */
function statusOfDebt({ expected_on, on_track, needed_extra }: Objective, period: string) {
  if (needed_extra) return { text: `${formatAud(needed_extra)} more a ${period}`, isOffTrack: true };
  if (expected_on === null) return { text: 'not known, see the loan' };
  if (on_track) return { text: `expected ${formatDate(expected_on)}` };
  return { text: `expected ${formatDate(expected_on)}, too late`, isOffTrack: true };
}
