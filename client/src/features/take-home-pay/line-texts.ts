import type { TaxLineKey } from 'contract/take-home-pay/take-home-pay.constants.ts';

export const lineTexts = {
  income_tax: 'Income tax',
  low_income_offset: 'Low income tax offset',
  low_middle_income_offset: 'Low and middle income tax offset',
  medicare_levy: 'Medicare levy',
  study_loan: 'Study loan repayment',
} as const satisfies Record<TaxLineKey, string>;
