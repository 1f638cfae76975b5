import { calculateStudyLoan } from 'contract/study-loan/study-loan.ts';
import { type StudyLoanLaw, studyLoanResult } from 'engine/calculators/study-loan.ts';
import type { FastifyInstance } from 'fastify';
import { calculated, handle } from '#plugins/route.ts';

export function studyLoanRoutes(app: FastifyInstance, law: StudyLoanLaw): void {
  handle(app, calculateStudyLoan, ({ body }) => calculated(studyLoanResult(law, body)));
}
