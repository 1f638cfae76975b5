import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { StatementBody } from 'contract/statements/statement-fields.ts';
import { statementResult } from 'engine/calculators/statement.ts';
import { finish } from 'engine/slices.ts';
import { HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import { fakeApi, json, refusal, respondTo } from '#test/fake-api.ts';
import { signInUser } from '#test/fake-session.ts';
import { renderAt } from '#test/render-at.tsx';
// oxlint-disable-next-line no-restricted-imports -- content is outside of the workspaces.
import sample from '../../../../content/sample-statement.json';
import StatementScreen from './statement-screen.tsx';

fakeApi();

const press = (text: string) => fireEvent.click(screen.getAllByText(text, { selector: 'button' })[0]!);
const choose = (label: RegExp, ...files: File[]) =>
  fireEvent.change(screen.getByLabelText(label), { target: { files } });
const csv = (text: string, name = 'loan.csv') => new File([text], name, { type: 'text/csv' });

const answer = (body: unknown) => json({ data: finish(statementResult(StatementBody.parse(body))) });

test('the sample is read, sent without descriptions, and its verdict names the charges and their cause', async () => {
  const requests = respondTo('checkStatement', ({ body }) => answer(body));
  renderAt('/finance/check', StatementScreen);
  press('Load the sample file');
  expect(
    await screen.findByText(/^49 rows from 20 January 2024 .*, 14 interest charges\.$/),
  ).toBeInTheDocument();
  expect(await screen.findByText(/^222 rows from/)).toBeInTheDocument();
  press('Check');
  expect(await screen.findByText('4 OF 14 CHARGES DIFFER')).toBeInTheDocument();
  expect(
    screen.getByText(
      '4 charges from 15 June 2024 to 15 September 2024 are what you would pay without your offset account: $603.56 more in all.',
    ),
  ).toBeInTheDocument();
  expect(requests[0]?.body).toEqual(sample);
  expect(JSON.stringify(requests[0]?.body)).not.toContain('INTEREST CHARGED');

  press('Letter');
  const letter = within(await screen.findByRole('dialog')).getByLabelText<HTMLTextAreaElement>(
    'Letter to your bank',
  );
  expect(letter.value).toContain('charged $2,120.45, expected $1,967.68, difference $152.77');
  expect(letter.value).toContain('Please tell me how these charges were calculated');

  fireEvent.change(screen.getByLabelText(/^Interest Was Last Charged On/), {
    target: { value: '2024-01-14' },
  });
  expect(screen.getByText('TERMS CHANGED')).toBeInTheDocument();
  expect(requests).toHaveLength(1);
});

const twoRows = 'Date,Description,Amount\n15/01/2026,Interest charged,-100.00\n20/01/2026,Repayment,500.00\n';

test('a file without balances asks for what was owed, and a refusal stands at its field', async () => {
  const requests = respondTo('checkStatement', () =>
    refusal('validation_failed', 'The opening balance is too large.'),
  );
  renderAt('/finance/check', StatementScreen);
  choose(/^Loan account/, csv(twoRows));
  const owed = await screen.findByLabelText('Owed Before the First Row');
  press('Check');
  expect(screen.getByText(/Enter what was owed before the first row/)).toBeInTheDocument();
  fireEvent.change(owed, { target: { value: '$20,000' } });
  press('Check');
  expect(await screen.findByText('The opening balance is too large.')).toBeInTheDocument();
  expect(requests[0]?.body).toEqual({
    transactions: [
      { date: '2026-01-15', amount: 100, kind: 'interest' },
      { date: '2026-01-20', amount: -500 },
    ],
    opening_balance: 20_000,
  });
});

test('a refusal names the rows and columns of the file', async () => {
  respondTo('checkStatement', () =>
    HttpResponse.json(
      {
        msg: 'transactions.1.amount: Must be a number.',
        code: 'validation_failed',
        details: {
          'transactions.1.amount': ['Must be a number.'],
          opening_balance: ['Must be at most 1000000000000.'],
        },
      },
      { status: 400 },
    ),
  );
  renderAt('/finance/check', StatementScreen);
  choose(/^Loan account/, csv(twoRows));
  fireEvent.change(await screen.findByLabelText('Owed Before the First Row'), { target: { value: '1' } });
  press('Check');
  expect(
    await screen.findByText(
      'Row 3, Amount: Must be a number. Opening balance: Must be at most 1000000000000.',
    ),
  ).toBeInTheDocument();
});

test('a kind that is corrected changes the count of charges, and a row that cannot be read keeps the file', async () => {
  renderAt('/finance/check', StatementScreen);
  choose(/^Loan account/, csv(twoRows));
  expect(await screen.findByText(/, 1 interest charge\.$/)).toBeInTheDocument();
  fireEvent.change(await screen.findByLabelText('Kind of row 3'), { target: { value: 'interest' } });
  expect(await screen.findByText(/, 2 interest charges\.$/)).toBeInTheDocument();
  fireEvent.change(screen.getByLabelText('Column 3, Amount'), { target: { value: 'balance' } });
  await waitFor(() => expect(screen.queryByText(/interest charges/)).toBeNull());
});

test('a PDF is refused with what to do instead', async () => {
  renderAt('/finance/check', StatementScreen);
  choose(/^Loan account/, csv('%PDF-1.7', 'statement.pdf'));
  expect(
    await screen.findByText('statement.pdf: This file cannot be read as CSV. It is a PDF.'),
  ).toBeInTheDocument();
  expect(screen.getByText(/^Export the transactions of the account/)).toBeInTheDocument();
});

test('a saved check opens with its result, and the rates that were found can be used', async () => {
  const result = finish(statementResult(StatementBody.parse(sample)));
  signInUser();
  const calculation = { name: 'My loan', kind: 'statement', input: sample };
  respondTo('getCalculation', () => json({ calculation, result, changes: [] }));
  const requests = respondTo('checkStatement', ({ body }) => answer(body));
  renderAt('/finance/check', StatementScreen, '/finance/check#saved=01930a4e-7c00-7000-8000-000000000006');
  expect(await screen.findByText('4 OF 14 CHARGES DIFFER')).toBeInTheDocument();
  press('Use the rates we found');
  expect(await screen.findByText('Your rates')).toBeInTheDocument();
  expect(requests[0]?.body).toMatchObject({ rates: [{ from: '2024-01-15', annual_interest_rate: '6.14' }] });
});
