import { newerVersionText } from 'contract/texts.ts';
import { count } from 'contract/counts.ts';
import type { Objective } from 'contract/objectives/objectives.ts';
import { type ReactNode, useState } from 'react';
import { localDate } from '#parts/calculator/local-date.ts';
import { formatAud, formatDate, formatShare } from '#parts/format/format.ts';
import { Button } from '#ui/controls/button.tsx';
import { askToConfirm } from '#ui/overlays/confirm.tsx';
import { Labelled } from '#ui/controls/labelled.tsx';
import { ProgressBar } from '#ui/feedback/progress-bar.tsx';
import { ObjectiveChart } from './objective-chart.tsx';

const kindTexts: Record<Objective['kind'], string> = {
  pay_off: 'Pay off',
  save: 'Save up',
  owe_below: 'Owe less',
  offset_above: 'Offset account',
  unknown: newerVersionText,
};

const doneTexts: Record<Objective['kind'], string> = {
  pay_off: 'Repaid',
  save: 'Saved',
  owe_below: 'Owed',
  offset_above: 'Held',
  unknown: 'Saved',
};

interface ObjectiveCardProps {
  objective: Objective;
  onEdit: () => void;
  onRemove: () => void;
}

export function ObjectiveCard({ objective, onEdit, onRemove }: ObjectiveCardProps) {
  const { title, kind, target_amount, current_amount, progress_percent } = objective;
  const extra = extraText(objective);
  const reached = reachedOn(objective);
  const [today] = useState(() => localDate(new Date()));
  const askToDelete = () =>
    askToConfirm({
      title: 'DELETE THIS OBJECTIVE?',
      message: `${title} is deleted permanently, with its history.`,
      confirmLabel: 'Delete objective',
      onConfirm: onRemove,
    });
  return (
    <li className="flex min-w-0 flex-col gap-3 border-s border-rule ps-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1">
        <h3 className="min-w-0 flex-[1_1_8rem] text-md wrap-anywhere">{title}</h3>
        <p className="label flex-none">{kindTexts[kind]}</p>
      </div>
      <div className="flex items-center gap-3">
        <ProgressBar
          max={100}
          value={progress_percent}
          aria-label={`${title}: ${doneTexts[kind].toLowerCase()}`}
        />
        <p className="tabular-nums">{formatShare(progress_percent)}</p>
      </div>
      <dl className="grid gap-1 text-sm">
        <Fact label={doneTexts[kind]}>
          {formatAud(current_amount)} {kind === 'owe_below' ? 'to get below' : 'of'}{' '}
          {formatAud(target_amount)}
        </Fact>
        <Fact label="By">
          {formatDate(objective.target_date)}, {timeLeft(objective, today)}
        </Fact>
        {reached !== undefined ? (
          <Fact label="Reached on">{formatDate(reached)}</Fact>
        ) : isOfDebt(objective) ? (
          <Fact label="Expected">{expected(objective)}</Fact>
        ) : (
          <Fact label="Needed a month">
            <span className="text-strong">{needed(objective)}</span>
          </Fact>
        )}
      </dl>
      {extra && <p className="text-sm text-strong">{extra}</p>}
      <ObjectiveChart objective={objective} done={doneTexts[kind].toLowerCase()} today={today} />
      <div className="mt-auto flex flex-wrap items-center gap-x-4 gap-y-2">
        {objective.kind !== 'unknown' && (
          <Button onClick={onEdit}>
            <Labelled name={title}>Update</Labelled>
          </Button>
        )}
        <Button variant="ghost" onClick={askToDelete}>
          <Labelled name={title}>Delete</Labelled>
        </Button>
      </div>
    </li>
  );
}

function timeLeft({ months_left, target_date }: Objective, today: string): string {
  if (months_left > 0) return `${count(months_left, 'month')} left`;
  return target_date < today ? 'overdue' : 'under a month left';
}

/** Of a debt that a followed loan pays. */
const isOfDebt = ({ loan_id, kind }: Objective) => loan_id !== null && kind !== 'offset_above';

/** The first of the days from which on a goal of a loan is reached. */
function reachedOn({ loan_id, kind, target_amount, progress_percent, history }: Objective) {
  if (loan_id === null || progress_percent < 100) return undefined;
  const isReached = (amount: number) =>
    kind === 'owe_below' ? amount <= target_amount : amount >= target_amount;
  return history[history.findLastIndex(({ amount }) => !isReached(amount)) + 1]?.date;
}

function expected({ expected_on, on_track }: Objective): string {
  if (expected_on === null) return 'Not known yet';
  return `${formatDate(expected_on)}, ${on_track ? 'in time' : 'too late'}`;
}

/** What would bring a goal of a loan about in time. */
const extraText = ({ needed_extra }: Objective) =>
  needed_extra !== null && needed_extra > 0
    ? `${formatAud(needed_extra)} more a payment would do it.`
    : undefined;

function needed({ current_amount, target_amount, needed_per_month }: Objective): string {
  if (current_amount >= target_amount) return 'Nothing: you have reached it.';
  if (needed_per_month !== null) return formatAud(needed_per_month);
  return `${formatAud(target_amount - current_amount)} at once`;
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-3 gap-y-1">
      <dt className="text-muted">{label}</dt>
      <dd className="tabular-nums">{children}</dd>
    </div>
  );
}
