import { datasetPath, guidePath } from '#parts/navigation/paths.ts';

export interface Reading {
  to: string;
  title: string;
}

const guide = (slug: string, title: string): Reading => ({ to: guidePath(slug), title });
const dataset = (slug: string, title: string): Reading => ({ to: datasetPath(slug), title });

const budgeting = guide('budgeting-a-rate-rise', 'Budgeting a rate rise before it comes');
const compound = guide('compound-interest-and-inflation', 'Compound interest and inflation');
const contract = guide('reading-a-loan-contract', 'Reading a loan contract and its comparison rate');
const interest = guide('how-interest-is-charged', 'How interest is charged on a home loan');
const indexNumber = guide('what-an-index-number-is', 'What an index number is');

/** Reading suggestions by the starter bank's category names. */
export const readings: Readonly<Record<string, readonly Reading[]>> = {
  'Budgeting and credit': [budgeting, contract],
  'Comparison rates and credit law': [
    contract,
    guide('refinancing-costs', 'Refinancing, and what it has to earn back'),
  ],
  'Gross domestic product and the economy': [
    dataset('gdp-australia', 'Gross domestic product of Australia'),
    indexNumber,
  ],
  'Home loan features': [
    guide('offset-or-redraw', 'Offset account against redraw'),
    guide('fixed-or-variable', 'Fixed or variable, and what a split means'),
    guide('interest-only', 'Interest-only, and what comes after it'),
  ],
  'Income tax': [dataset('income-tax-residents', 'Income tax rates of Australian residents')],
  'Inflation and index numbers': [indexNumber, compound],
  'Interest and loans': [interest, compound],
  'Repayments and amortization': [
    guide('extra-repayments', 'Extra repayments, early and late'),
    guide('fortnightly-payments', 'Fortnightly payments and where their saving comes from'),
    interest,
  ],
  'Saving and compound interest': [compound],
  'The Australian dollar and trade': [
    dataset('audusd-monthly', 'Price of a US dollar in Australian dollars'),
  ],
  'The Reserve Bank and the cash rate': [
    guide('how-the-cash-rate-reaches-a-mortgage', 'How the cash rate reaches a mortgage'),
    dataset('rba-cash-rate-changes', 'Cash rate target'),
  ],
};
