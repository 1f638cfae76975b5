import { readFileSync } from 'node:fs';
import { fireEvent, screen } from '@testing-library/react';
import type { InitialEntry } from 'react-router-dom';
import { field, renderAt } from './render-at.tsx';
import StatementScreen from '#features/statements/statement-screen.tsx';

export const open = (to: InitialEntry = '') =>
  renderAt('/finance/check', StatementScreen, typeof to === 'string' ? `/finance/check${to}` : to);
export const press = (text: string) =>
  fireEvent.click(screen.getAllByText(text, { selector: '.button' })[0]!);
export const choose = (label: RegExp, ...files: File[]) =>
  fireEvent.change(field(label), { target: { files } });
export const csv = (text: string, name = 'loan.csv') => new File([text], name, { type: 'text/csv' });

/** The file, which cannot be read before the gate is open. */
export function readAfter(gate: { opened: Promise<void> }, file: File): File {
  const bytes = file.arrayBuffer();
  file.arrayBuffer = () => gate.opened.then(() => bytes);
  return file;
}

export const twoRows =
  'Date,Description,Amount\n15/01/2026,Interest charged,-100.00\n20/01/2026,Repayment,500.00\n';

/** A bank's files, as the reader's own cases have them. */
export const caseFile = (name: string) => csv(readFileSync(`${caseFolder}/${name}`, 'utf8'), name);
export const caseFolder = `${import.meta.dirname}/../../engine/test/account-files`;

/** Of the account of the case d54, with rows up to its third charge after the first one. */
export const offsetOfThreeCharges = () =>
  csv(
    `${readFileSync(`${caseFolder}/d54-2.csv`, 'utf8').trimEnd()}\n15/07/2024,SALARY,,1.00,49055.84\n`,
    'd54-2.csv',
  );
