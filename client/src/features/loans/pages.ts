import { formatAud, formatDuration, formatShortAud, formatShortRate } from '#parts/format/format.ts';
import { paths } from '#parts/navigation/paths.ts';
import { calculatorHead } from '#parts/page/calculator-page.ts';
import type { PageCalculation, PageData, PublicPage } from '#parts/page/public-page.ts';
import { loanCalculator } from './loan-terms.ts';
import { lastLoanKey, type PageLoan, type RefusedLoan, type StoredLoan } from './use-last-loan.ts';

const title = 'Loan calculator';
const description =
  'The level monthly payment of a loan, what it costs in all, and every payment on the way, to the cent.';

export const pages: readonly PublicPage[] = [
  {
    path: paths.loanCalculator,
    hasTerms: true,
    calculation,
    head: ({ read }) => {
      const head = calculatorHead(title, description);
      const sentence = sentenceOf(read);
      return sentence === undefined
        ? head
        : {
            ...head,
            description: `${sentence.text}. ${description}`,
            headline: sentence.text,
            figure: sentence.figure,
          };
    },
  },
];

/** The screen returns to it as to the loan of an earlier visit. */
function calculation(search: URLSearchParams): PageCalculation | undefined {
  const link = loanCalculator.read({ search: search.toString(), hash: '' });
  if (!link) return undefined;
  const { inputs } = link;
  const terms = loanCalculator.termsOf(inputs);
  const url = loanCalculator.urlOf(terms);
  return {
    url,
    compute: async (origin) => {
      if (link.openField) return refused({ inputs, errors: {} });
      const { errors } = await loanCalculator.resolver(inputs, undefined, {
        fields: {},
        shouldUseNativeValidation: false,
      });
      if (Object.keys(errors).length > 0) return refused({ inputs, errors });
      const compute = await loanCalculator.load();
      const result = await compute(terms, new AbortController().signal);
      const loan = { terms, result, link: origin + url } satisfies StoredLoan;
      return { queryKey: lastLoanKey, data: loan, pageData: { link: loan.link } satisfies PageLoan };
    },
  };
}

const refused = (loan: RefusedLoan) => ({ queryKey: lastLoanKey, data: loan, pageData: loan });

/** Such as `$2,997.75 a month for $500,000 over 30 years at 6%`. */
function sentenceOf(read: PageData['read']) {
  const stored = read<StoredLoan>({ queryKey: lastLoanKey });
  if (!stored || 'errors' in stored) return undefined;
  const { result } = stored.result;
  const payment = formatAud(result.calculated_monthly_payment);
  const amount = formatShortAud(result.input_total_loan_amount);
  const months = result.amortization_schedule.length;
  const rate = formatShortRate(Number(stored.terms.annual_interest_rate));
  const terms = `for ${amount} over ${formatDuration(months)} at ${rate}`;
  return {
    text: `${payment} a month ${terms}`,
    figure: {
      value: payment,
      label: `a month ${terms}`,
      points: result.amortization_schedule.map(({ remaining_balance }) => remaining_balance),
    },
  };
}
