/** Examples for the OpenAPI document. */
export const takeHomePay = { income: 29_000, income_year: '2024-25' };

const source = (name: string, url: string) => ({ name, url, seen: '2026-11-23' });

const step = (
  [over, up_to]: [over: number, up_to: number | null],
  base: number,
  rate_percent: number,
  part: number,
  amount: number,
) => ({ over, up_to, base, rate_percent, part, amount });

export const takeHomePayResult = {
  income_year: '2024-25',
  gross_income: 29000,
  salary_sacrifice: 0,
  taxable_income: 29000,
  repayment_income: null,
  lines: [
    {
      key: 'income_tax' as const,
      amount: 1728,
      steps: [step([0, 18200], 0, 0, 18200, 0), step([18200, 45000], 0, 16, 10800, 1728)],
      provisional: false,
      sources: [
        source(
          'SuperGuide, Income tax rates and brackets 2024-25 and 2025-26',
          'https://www.superguide.com.au/super-booster/income-tax-rates-brackets',
        ),
        source(
          'Treasury Laws Amendment (More Cost of Living Relief) Act 2025, No. 28, schedules 1 and 2',
          'https://www.legislation.gov.au/C2025A00028/asmade/2025-03-27/text',
        ),
      ],
    },
    {
      key: 'low_income_offset' as const,
      amount: -700,
      steps: [step([0, 37500], 700, 0, 29000, 700)],
      provisional: false,
      sources: [
        source(
          'Bramelle Partners, Federal Budget 2025 personal measures (offset unchanged)',
          'https://bramellepartners.com.au/blog/federal-budget-2025-personal-measures/',
        ),
      ],
    },
    {
      key: 'medicare_levy' as const,
      amount: 177.8,
      steps: [step([27222, null], 0, 10, 1778, 177.8)],
      provisional: false,
      sources: [
        source(
          'Australian Taxation Office, Medicare levy reduction for low-income earners, 11 June 2025',
          'https://ato.gov.au/individuals-and-families/medicare-and-private-health-insurance/medicare-levy/medicare-levy-reduction/medicare-levy-reduction-for-low-income-earners',
        ),
        source(
          'ATO Legal Database, Medicare Levy Act 1986, section 7 (at most 10% of the excess over the threshold)',
          'https://www.ato.gov.au/law/view/document?LocID=%22PAC%2F19860110%2F7(1)%22',
        ),
      ],
    },
  ],
  total_tax: 1205.8,
  net_income: 27794.2,
  net_per: { yearly: 27794.2, monthly: 2316.18, fortnightly: 1069.01, weekly: 534.5 },
  average_rate_percent: 4.16,
  marginal_rate_percent: 26,
  next: [
    { added: 1, kept: 0.74 },
    { added: 1000, kept: 740 },
  ],
  comparison: null,
};
