import { screen } from '@testing-library/react';
import { calculatePrincipal } from 'contract/loans/loans.ts';
import LoanCalculatorScreen from '#features/loans/loan-calculator-screen.tsx';
import { catchAllRoute, enter, field, press, renderRoutes } from './render-at.tsx';

export const path = '/finance/loan-calculator';
export const termsQuery = '?amount=1000&months=2&rate=6&compounding=monthly';

/** The response to the terms of `termsQuery`. */
export const exampleResponse = calculatePrincipal.responses[200].example as {
  msg: string;
  data: { amortization_schedule: object[] };
};

export const amountField = () => field('Total Loan Amount');
export const durationField = () => field('Loan Duration (Months)');
export const rateField = () => field('Annual Interest Rate (%)');
export const compoundingField = () => field('Compounding Frequency');
export const figureValue = (label: string) => screen.getByText(label).nextElementSibling;

export const openCalculator = (search = '') =>
  renderRoutes([{ path, Component: LoanCalculatorScreen }, catchAllRoute], `${path}${search}`);

export function fillForm() {
  enter('Total Loan Amount', '1000');
  enterMonths('2');
  enterRate('6');
}

export const enterRate = (rate: string) => enter('Annual Interest Rate (%)', rate);
export const enterMonths = (months: string) => enter('Loan Duration (Months)', months);

/** Requests the calculation of the terms of `termsQuery`. */
export async function calculate() {
  fillForm();
  await press('Calculate');
}
