import { memo } from 'react';
import { FigureHead, Table } from '#ui/table.tsx';
import type { ScheduleColumn } from './schedule-columns.ts';
import type { ScheduleViewProps } from './schedule-table.tsx';
import type { ScheduleYear } from './schedule-years.ts';
import { YearButton } from './year-button.tsx';
import { formatAud } from '#parts/format.ts';
import styles from './schedule-cards.module.css';

/** A compact table of years, each of which opens to a card per row. A single year shows cards only. */
export function ScheduleCards({ years, columns, isGrouped, opened, toggle }: ScheduleViewProps) {
  const [only] = years;
  if (only && !isGrouped) return <Cards year={only} columns={columns} />;
  return (
    <Table caption="Amounts in Australian dollars" className={styles.table}>
      <FigureHead row="Period" figures={['Interest', 'Balance']} />
      {years.map((year) => (
        <tbody key={year.year}>
          <tr>
            <th scope="row">
              <YearButton year={year.year} isOpen={opened.has(year.year)} toggle={toggle} />
            </th>
            <td>{formatAud(year.interest)}</td>
            <td>{formatAud(year.balance)}</td>
          </tr>
          {opened.has(year.year) && (
            <tr>
              <td colSpan={3} className={styles.opened}>
                <p className={styles.subtotal}>
                  {formatAud(year.payment)} paid, {formatAud(year.principal)} of it principal.
                </p>
                <Cards year={year} columns={columns} />
              </td>
            </tr>
          )}
        </tbody>
      ))}
    </Table>
  );
}

const Cards = memo(function Cards({ year, columns }: { year: ScheduleYear; columns: ScheduleColumn[] }) {
  return (
    <ol className={styles.cards}>
      {year.rows.map((row) => (
        <li className={styles.card} key={row.period}>
          <p className={styles.period}>Period {row.period}</p>
          <dl className={styles.figures}>
            {columns.map(({ label, show }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{show(row)}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ol>
  );
});
