/** The form of a check, and the request that it makes. */
import { useMemo, useState } from 'react';
import { readCents } from './reading/cells.ts';
import type { RateInput } from './rate-fields.tsx';
import { addUpBalances, joinRows, type StatementInput, transactionsOf } from './statement-request.ts';
import { type AccountFile, useAccountFiles } from './use-account-files.ts';

export interface SavedCheck {
  name: string;
  input: StatementInput;
}

export function useStatement(saved: SavedCheck | undefined) {
  /** Whether the form has changed since the last check. */
  const [isChanged, setChanged] = useState(false);
  const change = () => setChanged(true);
  const loan = useAccountFiles('loan', change);
  const offset = useAccountFiles('offset', change);
  const [openingBalance, setOpening] = useState(amountText(saved?.input.opening_balance));
  const [previousCharge, setPrevious] = useState(saved?.input.previous_charge_date ?? '');
  const [rates, setRateInputs] = useState<readonly RateInput[]>(() => rateInputs(saved?.input.rates ?? []));
  const [offsetOpenings, setOffsetOpenings] = useState<Readonly<Record<string, string>>>({});

  const rows = useMemo(() => joinRows(loan.files.map(({ reading }) => reading.rows)), [loan.files]);
  const isSaved = saved !== undefined && loan.files.length === 0;
  const needsOpening = rows[0]?.balanceCents === null;

  /** The request. Undefined while something is missing. */
  function input(withRates: readonly RateInput[] = rates): StatementInput {
    const transactions = isSaved ? saved.input.transactions : transactionsOf(rows);
    const openingCents = readCents(openingBalance);
    const balances =
      isSaved && offset.files.length === 0
        ? saved.input.offset_balances
        : addUpBalances(
            offset.files.map((file) => ({
              reading: file.reading,
              openingCents: readCents(offsetOpenings[file.name] ?? '') ?? 0,
            })),
          );
    return {
      transactions,
      ...((needsOpening || isSaved) &&
        openingBalance !== '' && {
          opening_balance: openingCents === null ? openingBalance : openingCents / 100,
        }),
      ...(previousCharge !== '' && { previous_charge_date: previousCharge }),
      ...(withRates.length > 0 && {
        rates: withRates.map(({ from, rate }) => ({
          from,
          annual_interest_rate: rate.replace(/\s*%$/, ''),
        })),
      }),
      ...(balances && balances.length > 0 && { offset_balances: balances }),
    };
  }

  /** What keeps the form from being sent, in a sentence. */
  function missing(): string | undefined {
    const files = [...loan.files, ...offset.files];
    if (rows.length === 0 && !isSaved) return 'Choose the file of your loan account first.';
    if (files.some(({ reading }) => reading.faults.length > 0 || reading.mustChooseOrder)) {
      return 'Some rows cannot be read. Correct the columns, or remove the file.';
    }
    return needsOpening && openingBalance === ''
      ? 'The file states no balances. Enter what was owed before the first row.'
      : undefined;
  }

  const changing =
    <Value>(set: (value: Value) => void) =>
    (value: Value) => {
      set(value);
      change();
    };
  return {
    loan,
    offset,
    rows,
    isChanged,
    setChanged,
    isSaved,
    needsOpening,
    input,
    missing,
    openingBalance,
    setOpeningBalance: changing(setOpening),
    previousCharge,
    setPreviousCharge: changing(setPrevious),
    rates,
    setRates: changing(setRateInputs),
    offsetOpening: ({ name }: AccountFile) => offsetOpenings[name] ?? '',
    setOffsetOpening: ({ name }: AccountFile, text: string) =>
      changing(setOffsetOpenings)({ ...offsetOpenings, [name]: text }),
  };
}

export type Statement = ReturnType<typeof useStatement>;

const amountText = (amount: string | number | null | undefined) =>
  amount === undefined || amount === null ? '' : String(amount);

export const rateInputs = (
  rates: readonly Readonly<{ from: string; annual_interest_rate: string | number }>[] | null,
): RateInput[] =>
  (rates ?? []).map(({ from, annual_interest_rate }) => ({ from, rate: String(annual_interest_rate) }));
