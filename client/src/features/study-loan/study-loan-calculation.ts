/** The calculation on the device, loaded after the first paint. */
import { StudyLoanBody, type StudyLoanResult } from 'contract/study-loan/study-loan.ts';
import type { TaxRules } from 'contract/take-home-pay/tax-rules.ts';
import { noCents } from 'contract/units.ts';
import { studyLoanResult } from 'engine/calculators/study-loan.ts';
import { taxYearsOf } from 'engine/calculators/tax-rules.ts';
// oxlint-disable-next-line no-restricted-imports -- content is outside of the workspaces.
import taxRules from '../../../../content/tax-rules.json';
import { indexation } from './indexation.ts';
import { studyLoanRequest, type StudyLoanTerms } from './study-loan-terms.ts';

const law = { indexation, taxYears: taxYearsOf(taxRules as unknown as TaxRules) };

export interface StudyLoan extends StudyLoanResult {
  /** The rows without the voluntary payment. */
  unpaid: StudyLoanResult['rows'];
}

export function calculateStudyLoan(terms: StudyLoanTerms): StudyLoan {
  const request = StudyLoanBody.parse(studyLoanRequest(terms));
  const { rows: unpaid } = studyLoanResult(law, { ...request, voluntary: noCents });
  return { ...studyLoanResult(law, request), unpaid };
}
