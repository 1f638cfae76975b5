import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
// Loaded before the tests, because each waits only for its own screen.
import '#features/study-loan/study-loan-calculation.ts';
import '#features/study-loan/study-loan-screen.tsx';
import '#features/take-home-pay/pay-calculation.ts';
import '#features/take-home-pay/take-home-pay-screen.tsx';
import { fakeApi } from '#test/fake-api.ts';
import { errorOf } from '#test/render-at.tsx';
import { openScreen } from '#test/render-screen.tsx';
import './buying-calculation.ts';
import './buying-screen.tsx';

fakeApi();

const open = async (terms: string) => {
  await openScreen(`/finance/buying#${terms}`);
  return screen.findByRole('region', { name: 'Summary' });
};
const figure = (text: string | RegExp) => screen.findByText(text, undefined, { timeout: 5_000 });

test('the notices about the loan and the law are those of the largest price where no price is entered', async () => {
  const summary = await open('place=nsw&savings=160000&share=90&first=true&date=2027-08-01');
  await figure('The Largest Price');
  expect(summary).toHaveTextContent('THE LOAN IS ABOVE 80% OF THE PRICE');
  expect(summary).toHaveTextContent('With the 5% Deposit Scheme there is none.');
  expect(summary).toHaveTextContent('THE DUTY IS PROVISIONAL');
});

test('the 5% scheme replaces no insurance of a largest price above its cap', async () => {
  const summary = await open('place=vic&area=rest&savings=160000&share=90&first=true&date=2026-11-28');
  await figure('The Largest Price');
  expect(summary).toHaveTextContent('THE LOAN IS ABOVE 80% OF THE PRICE');
  expect(summary).not.toHaveTextContent('there is none');
});

test('the places whose duty is provisional are marked in the comparison', async () => {
  await open('price=650000&place=vic&savings=160000&date=2027-08-01');
  fireEvent.click(await figure('Compare Places'));
  const row = (name: string) => screen.getByRole('row', { name: new RegExp(`^${name}`) });
  expect(row('New South Wales')).toHaveTextContent('provisional');
  expect(row('Victoria')).not.toHaveTextContent('provisional');
});

test('a duty that was entered is that of its own place only', async () => {
  await open('price=650000&place=vic&savings=160000&duty=1234.50&date=2026-11-28');
  fireEvent.click(await figure('Compare Places'));
  const rows = screen.getAllByRole('row').filter((row) => row.textContent?.includes('$1,234.50'));
  expect(rows).toHaveLength(1);
  expect(rows[0]).toHaveTextContent('Victoria, duty as entered');
});

test.each([
  ['/finance/buying#income=90000&living=2000&rate=6&year=1990-91', 'Income Year'],
  ['/finance/study-loan#balance=30000&income=91000&year=2027-28', 'First Year'],
])('the reason why %s is refused is above the result, as no field has it', async (url, label) => {
  await openScreen(url);
  expect(await figure(new RegExp(`${label} of the link: .*(1990-91|2027-28)`))).toBeVisible();
});

test('take-home pay hands over a pay without its year', async () => {
  await openScreen('/finance/take-home-pay#income=90000&year=2025-26');
  const link = await screen.findByRole('link', { name: 'What this pay can buy' });
  expect(link.getAttribute('href')).not.toContain('year=');
});

test('an investor reads that rent is not counted, beside the income that binds too', async () => {
  const summary = await open(
    'place=vic&use=invest&savings=300000&income=60000&living=2000&rate=6&date=2026-11-28',
  );
  await figure('The Largest Price');
  expect(summary).toHaveTextContent('Your income binds. Rent is not counted.');
  expect(within(await region('What Is Left Out')).getByText(/rent of a home/i)).toBeVisible();
});

test('the line of the grant leads to the page of its office', async () => {
  await open('price=600000&place=vic&kind=new&first=true&savings=160000&date=2026-11-28');
  const bill = await region('The Bill');
  expect(bill.querySelector('a[href*="first-home-owner-grant"]')).toHaveTextContent(
    'State Revenue Office Victoria',
  );
});

const region = (name: string) => screen.findByRole('region', { name }, { timeout: 5_000 });

test.each([
  ['income=90000', 'Living Costs a Month'],
  ['income=90000&study=true&rate=6.19&months=360', 'Living Costs a Month'],
  ['savings=160000', 'Place'],
])('a link with only %s asks for the next term without an error', async (terms, label) => {
  await open(terms);
  await waitFor(() => expect(screen.getByLabelText(label)).toHaveFocus());
  expect(errorOf(label)).toBeNull();
  expect(document.body).not.toHaveTextContent('Some terms cannot be used.');
});
