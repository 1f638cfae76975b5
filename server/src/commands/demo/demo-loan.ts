/** The account of a home loan over the last 14 months, as a bank would export it. */
import { dayMs, utcDay } from 'contract/days.ts';

const months = 14;
const openingCents = 54_321_067;
const paymentCents = 175_000;
const rateHundredths = 609;

interface Row {
  date: string;
  amount: number;
  kind?: 'interest' | 'fee';
  balance: number;
}

/** Charged on the 15th, paid every second Friday, with an offset account since the third month. */
export function demoLoan(today: Date) {
  const [year, month] = [today.getUTCFullYear(), today.getUTCMonth()];
  const dayOf = (offset: number, day: number) => Date.UTC(year, month + offset, day) / dayMs;
  const firstDay = dayOf(-months - 1, 15);
  const offsetDays = Array.from({ length: months - 2 }, (_, index) => dayOf(index - months + 1, 20));
  const balances = offsetDays.map((day, index) => ({
    date: utcDay(new Date(day * dayMs)),
    balance: 18_000 + 350 * index,
  }));
  const charges = new Set(Array.from({ length: months }, (_, index) => dayOf(index - months, 15)));
  const rows: Row[] = [];
  let owedCents = openingCents;
  let units = 0;
  let offsetCents = 0;
  const add = (day: number, cents: number, kind?: Row['kind']) => {
    owedCents += cents;
    const date = utcDay(new Date(day * dayMs));
    rows.push({ date, amount: cents / 100, ...(kind && { kind }), balance: owedCents / 100 });
  };
  for (let day = firstDay; day <= dayOf(-1, 28); day++) {
    if (charges.has(day)) {
      add(day, Math.floor((2 * units + 3_650_000) / 7_300_000), 'interest');
      units = 0;
    }
    // 2 January 1970 was a Friday.
    if (day > firstDay && day % 14 === 1) add(day, -paymentCents);
    const index = offsetDays.indexOf(day);
    if (index >= 0) offsetCents = balances[index]!.balance * 100;
    units += (owedCents - offsetCents) * rateHundredths;
  }
  const plan = {
    start_date: '2021-03-15',
    end_date: '2051-03-15',
    amount: 600_000,
    annual_interest_rate: 2.89,
  };
  return {
    account: {
      opening_balance: openingCents / 100,
      previous_charge_date: utcDay(new Date(firstDay * dayMs)),
      offset_accounts: [{ balances }],
      plan,
    },
    rows,
  };
}
