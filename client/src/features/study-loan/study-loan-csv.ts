import type { StudyLoanResult } from 'contract/study-loan/study-loan.ts';
import { centsText, type CsvColumn, csvOf } from '#parts/calculator/csv.ts';

type Row = StudyLoanResult['rows'][number];

const columns: readonly CsvColumn<Row>[] = [
  ['Income year', ({ income_year }) => income_year],
  ['Opening', ({ opening }) => centsText(opening)],
  ['Voluntary', ({ voluntary }) => centsText(voluntary)],
  ['Indexation', ({ indexation }) => centsText(indexation)],
  ['Income', ({ income }) => centsText(income)],
  ['Repayment income', ({ repayment_income }) => repayment_income],
  ['Compulsory', ({ compulsory }) => centsText(compulsory)],
  ['Closing', ({ closing }) => centsText(closing)],
  ['Projected', ({ projected }) => String(projected)],
];

export const studyLoanCsv = ({ rows }: StudyLoanResult): string => csvOf(columns, rows);
