import type { AmortizationScheduleRow } from 'contract/loans.ts';
import { memo, useDeferredValue } from 'react';
import { Panel } from '#ui/panel.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { useNarrowScreen } from '#ui/use-narrow-screen.ts';
import { ScheduleCards } from './schedule-cards.tsx';
import { ScheduleTable } from './schedule-table.tsx';
import { usePrinting } from './use-printing.ts';
import { useSteps } from './use-steps.ts';
import styles from './amortization-schedule.module.css';

interface AmortizationScheduleProps {
  rows: AmortizationScheduleRow[] | undefined;
  isPending: boolean;
}

/** Up to 600 rows, rendered in transitions: the summary is painted first, and the page goes on answering. */
export function AmortizationSchedule({ rows, isPending }: AmortizationScheduleProps) {
  const shownRows = useDeferredValue(rows);
  const isComing = isPending || shownRows !== rows;
  return (
    <Panel title="Amortization Schedule" aside={rows?.length ? `${rows.length} payments` : undefined}>
      <div className={styles.schedule} aria-busy={isComing}>
        {shownRows ? <Rows rows={shownRows} /> : isComing ? <Coming /> : <Empty />}
      </div>
    </Panel>
  );
}

function Coming() {
  return (
    <p className={styles.empty}>
      <Spinner /> Calculating…
    </p>
  );
}

function Empty() {
  return <p className={styles.empty}>No amortization schedule data available</p>;
}

const Rows = memo(function Rows({ rows }: { rows: AmortizationScheduleRow[] }) {
  const narrow = useNarrowScreen();
  const printing = usePrinting();
  const steps = useSteps(rows, printing);
  if (rows.length === 0) return <Empty />;
  if (narrow && !printing) return <ScheduleCards steps={steps} />;
  const amounts = rows.map((row) => Math.max(row.payment_amount, row.remaining_balance));
  return <ScheduleTable steps={steps} largest={Math.max(...amounts)} />;
});
