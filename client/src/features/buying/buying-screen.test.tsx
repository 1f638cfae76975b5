import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
// Loaded before the tests, because each waits only for its own screen.
import '#features/study-loan/study-loan-calculation.ts';
import '#features/study-loan/study-loan-screen.tsx';
import '#features/take-home-pay/pay-calculation.ts';
import '#features/take-home-pay/take-home-pay-screen.tsx';
import { fakeApi } from '#test/fake-api.ts';
import { enter, errorOf, field } from '#test/render-at.tsx';
import { openScreen } from '#test/render-screen.tsx';
import './buying-calculation.ts';
import './buying-screen.tsx';

fakeApi();

const open = async (terms: string) => {
  await openScreen(`/finance/buying#${terms}`);
  return screen.findByRole('region', { name: 'Summary' });
};
const figure = (text: string | RegExp) => screen.findByText(text);

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
  expect(screen.getByRole('row', { name: /^New South Wales/ })).toHaveTextContent('provisional');
  expect(screen.getByRole('row', { name: /^Victoria/ })).not.toHaveTextContent('provisional');
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

const region = (name: string) => screen.findByRole('region', { name });

test.each([
  ['income=90000', 'Living Costs a Month'],
  ['income=90000&study=true&rate=6.19&months=360', 'Living Costs a Month'],
  ['savings=160000', 'Place'],
])('a link with only %s asks for the next term without an error', async (terms, label) => {
  await open(terms);
  await waitFor(() => expect(field(label)).toHaveFocus());
  expect(errorOf(label)).toBeNull();
  expect(document.body).not.toHaveTextContent('Some terms cannot be used.');
});

test('the notice of take-home pay about a figure of law is beside the pays that use it', async () => {
  await open('income=90000&living=2000&rate=6');
  expect(await figure(/A later source disagrees/)).toBeVisible();
});

test('the net pay of the second buyer alone leads to their pay', async () => {
  await open('buyers=2&income2=70000&per2=yearly&living=2000&rate=6');
  const table = await screen.findByRole('row', { name: /^Second buyer/ });
  expect(within(table).getByRole('link')).toHaveAttribute('href', expect.stringContaining('income=70000'));
});

test('a second pay of a link has a second buyer', async () => {
  await open('income=90000&income2=70000&living=2000&rate=6');
  expect(await screen.findByLabelText('Second Pay Before Tax')).toHaveValue('70,000');
});

test.each([
  ['payment=2997.75&months=360&rate=6&compounding=daily', 'The old link compounded daily.'],
  ['payment=much&months=360&rate=6&compounding=monthly', 'The payment of the old link cannot be read.'],
])('the notice about the former link %s goes with the form', async (terms, notice) => {
  await open(terms);
  expect(await figure(new RegExp(notice))).toBeVisible();
  fireEvent.click(screen.getByRole('button', { name: 'Clear Form' }));
  await waitFor(() => expect(screen.queryByText(new RegExp(notice))).toBeNull());
});

test('another place than the ACT unticks that no property was owned in 5 years', async () => {
  await open('price=650000&place=act&first=true&savings=160000&date=2026-11-28');
  expect(await screen.findByRole('checkbox', { name: /last 5 years/ })).toBeChecked();
  enter('Place', 'vic');
  const box = await screen.findByRole('checkbox', { name: /^First Home/ });
  expect(box).not.toBeChecked();
  fireEvent.click(box);
  enter('Place', 'nsw');
  await waitFor(() => expect(field('Place')).toHaveValue('nsw'));
  expect(box).toBeChecked();
});

test('the smallest duty is explained', async () => {
  await open('price=500&place=nsw&date=2026-11-28');
  expect(await region('The Bill')).toHaveTextContent(
    '1.25% of $500, rounded up to the next hundred, but at least $20',
  );
});

test('the cap of a scheme names its area in a sentence', async () => {
  await open('price=650000&place=vic&first=true&savings=160000&date=2026-11-28');
  const schemes = await region('Schemes');
  for (const [place, text] of [
    ['vic', 'in the capital and Geelong'],
    [
      'nsw',
      'in the capital, Central Coast, Coffs Harbour–Grafton, Illawarra, Mid North Coast, Newcastle and Lake Macquarie and Richmond–Tweed',
    ],
    ['act', 'up to $1,000,000 in the Australian Capital Territory'],
  ] as const) {
    enter('Place', place);
    await waitFor(() => expect(schemes).toHaveTextContent(text));
  }
});
