import { paths } from '#parts/paths.ts';
import { saveCsv } from '#parts/calculator/csv.ts';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.ts';
import { scheduleCsv } from './schedule-csv.ts';
import type { ScheduleRow } from './schedule-years.ts';
import styles from './result-toolbar.module.css';

interface ResultToolbarProps {
  /** The query and fragment that lead back to the result. */
  address: string;
  rows: ScheduleRow[];
}

/** What can be done with a result. */
export function ResultToolbar({ address, rows }: ResultToolbarProps) {
  return (
    <div className={styles.toolbar}>
      <Button onClick={() => void copyLink(address)}>Copy Link</Button>
      <Button onClick={() => window.print()}>Print</Button>
      <Button onClick={() => saveSchedule(rows)}>CSV</Button>
      <Button variant="ghost" to={`${paths.about}#figures`}>
        How this is computed
      </Button>
    </div>
  );
}

/** The whole address of a result. */
export function linkOf(address: string): string {
  return new URL(paths.loanCalculator + address, window.location.origin).href;
}

async function copyLink(address: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(linkOf(address));
    toast.success('Link copied.');
  } catch {
    toast.error('The browser does not let us copy. The link is in its address bar.');
  }
}

function saveSchedule(rows: ScheduleRow[]): void {
  saveCsv('amortization-schedule.csv', scheduleCsv(rows));
}
