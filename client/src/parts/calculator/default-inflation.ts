/** The default inflation rate in percent: the middle of the Reserve Bank of Australia's target of 2 to 3. */
export const defaultInflationPercent = '2.5';
