import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { calculatePrincipal } from 'contract/loans/loans.ts';
import LoanCalculatorScreen from '#features/loans/loan-calculator-screen.tsx';
import { catchAllRoute, press, renderRoutes } from './render-at.tsx';

export const path = '/finance/loan-calculator';
export const termsQuery = '?amount=1000&months=2&rate=6&compounding=monthly';

/** The response to the terms of `termsQuery`. */
export const exampleResponse = calculatePrincipal.responses[200].example as {
  msg: string;
  data: { amortization_schedule: object[] };
};

export const amountField = () => screen.getByLabelText('Total Loan Amount');
export const durationField = () => screen.getByLabelText('Loan Duration (Months)');
export const rateField = () => screen.getByLabelText('Annual Interest Rate (%)');
export const compoundingField = () => screen.getByLabelText('Compounding Frequency');
export const figureValue = (label: string) => screen.getByText(label).nextElementSibling;

export const openCalculator = (search = '') =>
  renderRoutes([{ path, Component: LoanCalculatorScreen }, catchAllRoute], `${path}${search}`);

export async function fillForm() {
  await userEvent.type(amountField(), '1000');
  await userEvent.type(durationField(), '2');
  await userEvent.type(rateField(), '6');
}

/** Requests the calculation of the terms of `termsQuery`. */
export async function calculate() {
  await fillForm();
  await press('Calculate');
}
