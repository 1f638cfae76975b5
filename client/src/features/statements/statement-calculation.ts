/** The check on the device, loaded after the first paint. */
import { StatementBody } from 'contract/statements/statement-fields.ts';
import type { StatementResult } from 'contract/statements/statements.ts';
import { statementResult } from 'engine/calculators/statement.ts';
import { UserError } from '#api/api-error.ts';
import { runSlices } from '#parts/calculator/run-slices.ts';
import { formatLongDate, inWords } from '#parts/format/format.ts';
import type { StatementInput } from './account-rows.ts';
import { type Checked, statementRequest, type StatementTerms } from './statement-inputs.ts';

export async function checkAccount(terms: StatementTerms, signal: AbortSignal): Promise<Checked> {
  const { loan, rows } = terms.accounts;
  /** The row of the file where there is one file. */
  const rowName = (transaction: number) => {
    const row = loan.length === 1 ? rows[transaction - 1] : undefined;
    return row ? `Row ${row.number}` : `Transaction ${transaction}`;
  };
  const request = statementRequest(terms);
  const { data, error } = StatementBody.safeParse(request);
  if (!data) {
    const { path, message } = error.issues[0]!;
    const [list, index, field = list] = path;
    const place =
      list === 'transactions'
        ? rowName(Number(index) + 1)
        : `Offset accounts on ${formatLongDate(request.offset_balances?.[Number(index)]?.date ?? '')}`;
    throw new UserError(`${index === undefined ? '' : `${place}, `}${inWords(String(field))}: ${message}`);
  }
  const result = await runSlices(statementResult(data), signal);
  const input = savedInput(request, result);
  const isTooLarge = new TextEncoder().encode(JSON.stringify(input)).length > savedMaxBytes;
  return {
    result,
    rowName,
    areRatesGiven: data.rates.length > 0,
    calculation: isTooLarge ? undefined : { kind: 'statement', input },
  };
}

/** The archive takes bodies of 64 KiB; the rest is for the name and the notes. */
const savedMaxBytes = 60_000;

/** Without the stated balances where they follow from the amounts, so that more rows fit into the archive. */
function savedInput(request: StatementInput, { findings }: StatementResult): StatementInput {
  const first = request.transactions[0]!;
  if (findings.some(({ kind }) => kind === 'balance')) return request;
  return {
    ...request,
    opening_balance: request.opening_balance ?? (centsOf(first.balance) - centsOf(first.amount)) / 100,
    transactions: request.transactions.map(({ balance: _balance, ...row }) => row),
  };
}

const centsOf = (amount: unknown) => Math.round(Number(amount) * 100);
