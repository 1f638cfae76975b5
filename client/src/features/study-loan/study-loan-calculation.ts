/** The calculation on the device, loaded after the first paint. */
import { StudyLoanBody, type StudyLoanResult } from 'contract/study-loan/study-loan.ts';
import { noCents } from 'contract/units.ts';
import { studyLoanResult } from 'engine/calculators/study-loan.ts';
import { taxYearsOf } from 'engine/calculators/tax-rules.ts';
// oxlint-disable-next-line no-restricted-imports -- content is outside of the workspaces.
import taxRules from '../../../../content/tax-rules.json';
import { indexation } from './indexation.ts';

const law = { indexation, taxYears: taxYearsOf(taxRules) };

export interface StudyLoan extends StudyLoanResult {
  /** The rows without the voluntary payment. */
  unpaid: StudyLoanResult['rows'];
}

export function calculateStudyLoan(body: object): StudyLoan {
  const request = StudyLoanBody.parse(body);
  const { rows: unpaid } = studyLoanResult(law, { ...request, voluntary: noCents });
  return { ...studyLoanResult(law, request), unpaid };
}
