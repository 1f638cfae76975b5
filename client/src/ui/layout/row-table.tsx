import type { ReactNode } from 'react';
import { VisuallyHidden } from './visually-hidden.tsx';
import './row-table.css';

interface RowColumn {
  name: string;
  className?: string;
  /** Whether only screen readers read the name. */
  isHidden?: boolean;
}

interface RowTableProps {
  /** For screen readers. */
  label: string;
  columns: readonly RowColumn[];
  children: ReactNode;
}

/** A table whose rows stack in a narrow container. */
export const RowTable = ({ label, columns, children }: RowTableProps) => (
  <table className="row-table" aria-label={label}>
    <thead className="stacked:hidden">
      <tr>
        {columns.map(({ name, className, isHidden }) => (
          <th key={name} scope="col" className={className}>
            {isHidden ? <VisuallyHidden>{name}</VisuallyHidden> : name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody className="stacked:block">{children}</tbody>
  </table>
);
