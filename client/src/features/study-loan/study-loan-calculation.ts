/** The calculation on the device, loaded after the first paint. */
import { StudyLoanBody } from 'contract/study-loan/study-loan.ts';
import { studyLoanResult } from 'engine/calculators/study-loan.ts';
import { taxYearsOf } from 'engine/calculators/tax-rules.ts';
// oxlint-disable-next-line no-restricted-imports -- content is outside of the workspaces.
import taxRules from '../../../../content/tax-rules.json';
import { indexation } from './indexation.ts';
import { studyLoanRequest, type StudyLoanTerms } from './study-loan-terms.ts';

const law = { indexation, taxYears: taxYearsOf(taxRules) };

export const calculateStudyLoan = (terms: StudyLoanTerms) =>
  studyLoanResult(law, StudyLoanBody.parse(studyLoanRequest(terms)));
