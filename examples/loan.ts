/** Computes a loan and prints its payment, its interest and its first year: npx tsx loan.ts 500000 360 6 */
import { createApi, dataOf, optionsFromEnvironment } from './client.ts';

const [amount = '500000', months = '360', rate = '6'] = process.argv.slice(2);
const api = createApi(optionsFromEnvironment());

const { data: loan } = dataOf(
  await api.POST('/api/v1/finance/calculate-principal/', {
    body: {
      total_loan_amount: Number(amount),
      duration_months: Number(months),
      annual_interest_rate: Number(rate),
      compounding_frequency: 'monthly',
    },
  }),
);
console.log(`Payment a month: ${loan.calculated_monthly_payment.toFixed(2)}`);
console.log(`Total interest: ${loan.total_interest_paid.toFixed(2)}`);
console.table(loan.amortization_schedule.slice(0, 12));
