import { CalculatorForm } from '#parts/calculator/calculator-form.tsx';
import { CalculatorPage } from '#parts/calculator/calculator.tsx';
import { calculatorUrl } from '#parts/calculator/calculator-url.ts';
import { panelFields } from '#parts/calculator/terms.ts';
import { TermsGroup } from '#parts/calculator/terms-fields.tsx';
import { useCalculator } from '#parts/calculator/use-calculator.ts';
import { formatAud } from '#parts/format/format.ts';
import { Page } from '#ui/layout/page.tsx';
import { studyLoanCsv } from './study-loan-csv.ts';
import { StudyLoanDetails } from './study-loan-details.tsx';
import { endText, StudyLoanSummary } from './study-loan-summary.tsx';
import {
  alternativeFields,
  homeLoanFields,
  loanFields,
  moreFields,
  studyLoanCalculator,
  studyLoanRequest,
} from './study-loan-terms.ts';
import { lede, title } from './texts.ts';

const terminology = ['compulsory repayment', 'indexation', 'repayment income', 'study loan'];

const example = calculatorUrl('studyLoan', { balance: '30000', incomes: '91000', income_growth: '3' });

export default function StudyLoanScreen() {
  const calculator = useCalculator(studyLoanCalculator);
  return (
    <Page heading="YOUR STUDY LOAN" lede={lede}>
      <CalculatorPage
        calculator={calculator}
        title={title}
        terms={
          <CalculatorForm
            calculator={calculator}
            label="Your Loan"
            renderFields={(inputs) => {
              const { alternative = '', alternative_rate = '', annual_interest_rate = '' } = inputs;
              return (
                <TermsGroup
                  title="Your Loan"
                  fields={panelFields(loanFields, inputs)}
                  options={[
                    { title: 'More', content: '', fields: panelFields(moreFields, inputs) },
                    {
                      title: 'Pay or keep',
                      content:
                        alternative &&
                        `${alternative === 'savings' ? 'Savings' : 'Home loan'} ${alternative_rate}`,
                      fields: panelFields(alternativeFields, inputs),
                    },
                    {
                      title: 'Home loan',
                      content: annual_interest_rate,
                      fields: panelFields(homeLoanFields, inputs),
                    },
                  ]}
                />
              );
            }}
          />
        }
        csvName="study-loan.csv"
        example={{ to: example, terms: '$30,000 owed, $91,000 a year' }}
        terminology={terminology}
        renderResult={({ terms, result }) => ({
          bar: [
            ['Ends in', result.ends_in ?? 'Not in 50 years'],
            ['Indexation', formatAud(result.total_indexation)],
          ],
          announcement: `${endText(result)}.`,
          summary: <StudyLoanSummary terms={terms} result={result} />,
          csv: () => studyLoanCsv(result),
          calculation: { kind: 'study_loan', input: studyLoanRequest(terms) },
        })}
        renderDetails={(output) => output && <StudyLoanDetails terms={output.terms} result={output.result} />}
      />
    </Page>
  );
}
