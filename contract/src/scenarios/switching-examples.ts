/** Examples for the OpenAPI document. */
export const switchLoan = {
  current: {
    total_loan_amount: 1000,
    duration_months: 2,
    annual_interest_rate: 6,
    compounding_frequency: 'monthly' as const,
    start_date: '2026-01-31',
  },
  offers: [{ annual_interest_rate: 5.4, switching_costs: 0.5 }],
};

const last = { period: 2, date: '2026-03-31' };
const dates = ['2026-01-31', '2026-02-28', last.date];

const rows = (...amounts: [payment: number, interest: number, fees: number, balance: number][]) =>
  amounts.map(([payment_amount, interest_paid, fees_paid, remaining_balance], period) => {
    const due_date = dates[period] ?? null;
    return { period, due_date, payment_amount, interest_paid, fees_paid, remaining_balance };
  });

const costs = (payment: number, interest: number, fees: number, cost: number, payoff_period: number) => ({
  payment,
  total_interest_paid: interest,
  total_fees: fees,
  total_cost: cost,
  payoff_period,
});

const breakEven = { break_even: last, cash_break_even: last, no_better_rate_percent: 5.6 };

export const switchResult = {
  stay: {
    ...costs(503.75, 7.51, 0, 1007.51, 2),
    payoff_date: last.date,
    comparison_rate_percent: 6,
    rows: rows([0, 0, 0, 1000], [503.75, 5, 0, 501.25], [503.76, 2.51, 0, 0]),
  },
  offers: [
    {
      name: 'Offer 1',
      comparison_rate_percent: 5.4,
      term_trap: false,
      least: {
        ...costs(503.38, 6.76, 0.5, 1007.26, 2),
        payoff_date: last.date,
        difference: costs(-0.37, -0.75, 0.5, -0.25, 0),
        ...breakEven,
        rows: withDifferences(
          rows([0, 0, 0.5, 1000], [503.38, 4.5, 0, 501.12], [503.38, 2.26, 0, 0]),
          [0.5, 0, -0.25],
          [0.5, 0.13, -0.25],
        ),
      },
      keep: {
        ...costs(503.75, 6.75, 0.5, 1007.25, 2),
        payoff_date: last.date,
        difference: costs(0, -0.76, 0.5, -0.26, 0),
        ...breakEven,
        rows: withDifferences(
          rows([0, 0, 0.5, 1000], [503.75, 4.5, 0, 500.75], [503, 2.25, 0, 0]),
          [0.5, 0, -0.26],
          [0.5, 0.5, -0.26],
        ),
      },
    },
  ],
};

function withDifferences(before: ReturnType<typeof rows>, cost: number[], paid: number[]) {
  return before.map((row, period) => ({
    ...row,
    cost_difference: cost[period] ?? 0,
    paid_difference: paid[period] ?? 0,
  }));
}
