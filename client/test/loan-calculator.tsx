import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { calculatePrincipal } from 'contract/loans/loans.ts';
import LoanCalculatorScreen from '#features/loans/loan-calculator-screen.tsx';
import { catchAllRoute, renderRoutes } from './render-at.tsx';

export const path = '/finance/loan-calculator';
export const linked = '?amount=1000&months=2&rate=6&compounding=monthly';

/** The response to the terms of `linked`. */
export const example = calculatePrincipal.responses[200].example as {
  msg: string;
  data: { amortization_schedule: object[] };
};

export const amount = () => screen.getByLabelText('Total Loan Amount');
export const months = () => screen.getByLabelText('Loan Duration (Months)');
export const rate = () => screen.getByLabelText('Annual Interest Rate (%)');
export const compounding = () => screen.getByLabelText('Compounding Frequency');
export const figure = (label: string) => screen.getByText(label).nextElementSibling;

export const openCalculator = (search = '') =>
  renderRoutes([{ path, Component: LoanCalculatorScreen }, catchAllRoute], `${path}${search}`);

export async function fillForm() {
  await userEvent.type(amount(), '1000');
  await userEvent.type(months(), '2');
  await userEvent.type(rate(), '6');
}
