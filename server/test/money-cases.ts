/** The shared cases and refusals of the money tools, of the statement check and of followed loans, and the cells that a response gets wrong. */
import { operations } from 'contract/operations.ts';
import { type Cell, conformanceCases, isRight } from 'engine/conformance/cases.ts';
import buyingCases from 'engine/conformance/buying-cases.json' with { type: 'json' };
import followedLoanCases from 'engine/conformance/followed-loan-cases.json' with { type: 'json' };
import moneyCases from 'engine/conformance/money-cases.json' with { type: 'json' };
import statementCases from 'engine/conformance/statement-cases.json' with { type: 'json' };

export const caseUrls: Record<string, string> = {
  switch: operations.switchLoan.url,
  'take-home-pay': operations.calculateTakeHomePay.url,
  buying: operations.calculateBuying.url,
  'study-loan': operations.calculateStudyLoan.url,
};

export const casesOf = (kind: string) =>
  conformanceCases
    .filter(({ route }) => route === kind)
    .map(({ cells, ...shared }) => ({
      ...shared,
      wrongCells: (data: unknown): Cell[] => cells(data).filter((cell) => !isRight(cell)),
    }));

const refusals = [
  ...moneyCases.invalid,
  ...buyingCases.invalid,
  ...statementCases.invalid.map((shared) => ({ ...shared, route: 'statement' })),
  ...followedLoanCases.invalid.map((shared) => ({ ...shared, route: 'followed-loan' })),
];

export const refusalsOf = (kind: string) => refusals.filter(({ route }) => route === kind);
