/** Examples for the OpenAPI document. */
export const takeHomePay = { income: 29_000, income_year: '2024-25' };
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
      steps: [
        {
          over: 0,
          up_to: 18200,
          base: 0,
          rate_percent: 0,
          part: 18200,
          amount: 0,
        },
        {
          over: 18200,
          up_to: 45000,
          base: 0,
          rate_percent: 16,
          part: 10800,
          amount: 1728,
        },
      ],
      provisional: false,
      sources: [
        {
          name: 'SuperGuide, Income tax rates and brackets 2024-25 and 2025-26',
          url: 'https://www.superguide.com.au/super-booster/income-tax-rates-brackets',
          seen: '2026-11-23',
        },
        {
          name: 'Treasury Laws Amendment (More Cost of Living Relief) Act 2025, No. 28, schedules 1 and 2',
          url: 'https://www.legislation.gov.au/C2025A00028/asmade/2025-03-27/text',
          seen: '2026-11-23',
        },
      ],
    },
    {
      key: 'low_income_offset' as const,
      amount: -700,
      steps: [
        {
          over: 0,
          up_to: 37500,
          base: 700,
          rate_percent: 0,
          part: 29000,
          amount: 700,
        },
      ],
      provisional: false,
      sources: [
        {
          name: 'Bramelle Partners, Federal Budget 2025 personal measures (offset unchanged)',
          url: 'https://bramellepartners.com.au/blog/federal-budget-2025-personal-measures/',
          seen: '2026-11-23',
        },
      ],
    },
    {
      key: 'medicare_levy' as const,
      amount: 177.8,
      steps: [
        {
          over: 27222,
          up_to: null,
          base: 0,
          rate_percent: 10,
          part: 1778,
          amount: 177.8,
        },
      ],
      provisional: false,
      sources: [
        {
          name: 'Australian Taxation Office, Medicare levy reduction for low-income earners, 11 June 2025',
          url: 'https://ato.gov.au/individuals-and-families/medicare-and-private-health-insurance/medicare-levy/medicare-levy-reduction/medicare-levy-reduction-for-low-income-earners',
          seen: '2026-11-23',
        },
        {
          name: 'ATO Legal Database, Medicare Levy Act 1986, section 7 (at most 10% of the excess over the threshold)',
          url: 'https://www.ato.gov.au/law/view/document?LocID=%22PAC%2F19860110%2F7(1)%22',
          seen: '2026-11-23',
        },
      ],
    },
  ],
  total_tax: 1205.8,
  net_income: 27794.2,
  net_per: {
    yearly: 27794.2,
    monthly: 2316.18,
    fortnightly: 1069.01,
    weekly: 534.5,
  },
  average_rate_percent: 4.16,
  marginal_rate_percent: 26,
  next: [
    {
      added: 1,
      kept: 0.74,
    },
    {
      added: 1000,
      kept: 740,
    },
  ],
  comparison: null,
};
