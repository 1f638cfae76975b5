import { beforeEach, expect, test, vi } from 'vitest';
import { fakeApi, json, refusal, respondTo } from '#test/fake-api.ts';
import type { PromptContext } from './command.ts';
import { kindOf } from '#parts/form/typed-fields.ts';
import { commandsOf, isCommandLine, runLine } from './commands.ts';
import { complete } from './completion.ts';

fakeApi();

const savings = { name: 'savings', label: 'SAVINGS', url: '/finance/savings' };
const staffScreens = [
  { name: 'ip-records', label: 'IP RECORDS', url: '/admin/ip-address' },
  { name: 'user-list', label: 'USER LIST', url: '/admin/userlist' },
];
const setTheme = vi.fn<(theme: string) => void>();
const themes = ['dark', 'high-contrast'];
const visitor: PromptContext = { screens: [savings], theme: 'dark', themes, setTheme };
const staff: PromptContext = { ...visitor, screens: [savings, ...staffScreens] };

beforeEach(() => setTheme.mockClear());

test('every option for dollars or a rate reads its text as such', () => {
  const kinds = { AUD: 'amount', PERCENT: 'rate' };
  for (const [placeholder, kind] of Object.entries(kinds)) {
    const options = commandsOf(staff).flatMap((command) => command.options ?? []);
    const fields = options.filter(({ value }) => value === placeholder).map(({ field }) => field);
    expect(fields.length).toBeGreaterThan(0);
    expect(fields.filter((field) => kindOf(field) !== kind)).toEqual([]);
  }
});

const member: PromptContext = { ...visitor, screens: [{ name: 'loans', label: 'LOANS', url: '/loans' }] };

test.each([
  [1, { open: '/loans/1' }, { open: '/loans/1#add' }],
  [2, { open: '/loans' }, { problems: ['Open a loan first.'] }],
  [0, { open: '/finance/loan-calculator' }, { problems: ['Open a loan first.'] }],
])('who follows %d loans reaches them by loan and add', async (loans, opened, added) => {
  const data = Array.from({ length: loans }, (_, index) => ({ id: String(index + 1) }));
  respondTo('listLoans', () => json({ data, invitations: [] }));
  expect(await runLine('loan', member)).toEqual(opened);
  expect(await runLine('add', member)).toMatchObject(added);
  expect(isCommandLine('loan', member)).toBe(true);
});

test('loan and add report that the loans could not be read, and loan needs its terms without a sign-in', async () => {
  respondTo('listLoans', () => refusal('unavailable', 'Busy.'));
  expect(await runLine('loan', member)).toEqual({ problems: ['Busy.'] });
  expect(await runLine('add', member)).toEqual({ problems: ['Busy.'] });
  expect((await runLine('loan', visitor)).problems).toContain('loan needs --amount.');
});

test.each([
  ['pay --income 90000 --sacrifice 10%', '--sacrifice', '10 % of $90,000 is $9,000'],
  [
    'switch --owed 40000 --years 5 --rate 6 --offer 5 --cashback 5%',
    '--cashback',
    '5 % of $40,000 is $2,000',
  ],
  ['save --deposit 10% --years 5 --rate 4 --goal 1000', '--deposit', '10 % of $1,000 is $100'],
])('%s refuses per cent in dollars, with the value', async (line, option, value) => {
  const { problems } = await runLine(line, visitor);
  expect(problems).toEqual([`${option}: Dollars, not per cent: ${value}`]);
});

test.each([
  ['help', { figures: expect.arrayContaining([['loan', 'What a loan costs']]) as unknown }],
  ['help theme', { lines: ['Show or choose the theme: theme [NAME]', 'For example: theme high-contrast'] }],
  ['HELP buy', { figures: expect.arrayContaining([['--savings AUD', 'what you have for the purchase']]) }],
  ['help nonsense', { problems: ['There is no command "nonsense".'] }],
  ['', { problems: ['There is no command "".'] }],
  ['ip', { problems: ['ip needs an IP address or a network.'] }],
  ['ip 192.0.2.0/24', { open: '/admin/ip-address?ip_address=192.0.2.0%2F24' }],
  ['user', { problems: ['user needs a name.'] }],
  ['check', { open: '/finance/check', lines: ['Opening LOAN CHECK.'] }],
  ['user ada', { open: '/admin/user-named/ada' }],
  ['open', { problems: ['open needs a screen.'], lines: ['Screens: savings, ip-records, user-list'] }],
  ['open the moon', { problems: ['There is no screen "the moon".'] }],
  ['open User List', { open: '/admin/userlist', lines: ['Opening USER LIST.'] }],
  ['theme', { lines: ['The theme is dark.', 'Themes: dark, high-contrast'] }],
  ['theme pink', { problems: ['There is no theme "pink".'] }],
  ['theme High Contrast', { lines: ['The theme is high-contrast.'] }],
  ['switch --owed 420000 --years 25 --rate 6.5', { problems: ['switch needs --offer.'] }],
  ['borrow --payment 1', { lines: ['borrow is now buy: buy --pay 3000 --rate 6'] }],
  ['study --balance 1', { problems: ['study needs --income.'] }],
])('%j of an agent has its output', async (line, output) => {
  expect(await runLine(line, staff)).toMatchObject(output);
  expect(setTheme.mock.calls).toEqual(line === 'theme High Contrast' ? [['high-contrast']] : []);
});

test('a command is available only to users who can open its screen', async () => {
  expect((await runLine('ip 192.0.2.1', visitor)).problems).toEqual(['There is no command "ip".']);
});

test('save prints its figures, the deposit for a goal, and a link to the same calculation', async () => {
  const data = { final_balance: 2, final_balance_today: 1, total_deposits: 4, total_interest: 3 };
  respondTo('calculateSavings', () => json({ data }));
  const solved = respondTo('solveLoan', () => json({ data: { amount: 5 } }));
  const terms = 'save --deposit 500 --years 10 --rate 4.5';
  const figures = [
    ['Final balance', '$2.00'],
    ["In today's money", '$1.00'],
    ['Total deposits', '$4.00'],
    ['Total interest', '$3.00'],
  ];
  expect((await runLine(terms, visitor)).figures).toEqual(figures);
  expect(solved).toHaveLength(0);
  const more = await runLine(`${terms} --opening 20 --inflation 3 --goal 100000`, visitor);
  expect(more.figures).toEqual([...figures, ['Deposit for the goal', '$5.00']]);
  expect(more.link?.url).toBe(
    '/finance/savings#opening=20&deposit=500&months=120&rate=4.5&inflation=3&goal=100000',
  );
});

test('loan prints what an extra repayment saves', async () => {
  const saved = { interest: 7, periods: 14 };
  const data = { payment: 1, total_payments_made: 2, total_interest_paid: 3, payoff_period: 24, saved };
  respondTo('calculateScenario', () => json({ data }));
  const { figures } = await runLine('loan --amount 9 --years 2 --rate 6 --extra 1', visitor);
  expect(figures?.at(-1)).toEqual(['Extra saves', '$7.00, 1 year 2 months']);
});

test('buy prints duty, cash needed and the largest price, and a link to the same terms', async () => {
  const purchase = { duty: { amount: 11_356 }, cash_needed: 141_356 };
  const data = { purchase, borrowing: null, largest: { price: 634_345 } };
  const requests = respondTo('calculateBuying', () => json({ data }));
  const { figures, link } = await runLine('buy --price 650k --place vic --savings 160000 --first', visitor);
  expect(figures).toEqual([
    ['Duty', '$11,356.00'],
    ['Cash needed on the day', '$141,356.00'],
    ['Largest price', '$634,345'],
  ]);
  expect(link?.url).toBe('/finance/buying#price=650000&place=vic&first=true&savings=160000');
  expect(requests[0]?.body).toMatchObject({ price: '650000', place: 'vic', first_home: true, incomes: [] });
});

test('study prints when the loan ends', async () => {
  respondTo('calculateStudyLoan', () =>
    json({ data: { ends_in: '2035-36', total_indexation: 1, total_compulsory: 2 } }),
  );
  const { figures, link } = await runLine('study --balance 30000 --income 91000', visitor);
  expect(figures?.[0]).toEqual(['Ends in', '2035-36']);
  expect(link?.url).toBe('/finance/study-loan#balance=30000&income=91000');
});

test('a calculation that the server refuses prints the reason', async () => {
  respondTo('solveLoan', () => refusal('too_many_requests', 'Too many requests.'));
  respondTo('calculateSavings', () => json({ data: {} }));
  const { problems } = await runLine('save --deposit 1 --years 10 --rate 4 --goal 10', visitor);
  expect(problems).toEqual(['Too many requests.']);
});

test.each([
  ['sa', 'save ', ['save']],
  ['nonsense', 'nonsense', []],
  ['nonsense --a', 'nonsense --a', []],
  ['open s', 'open savings ', ['savings']],
  ['open savings ', 'open savings ', []],
  ['theme ', 'theme ', themes],
  ['help lo', 'help loan ', ['loan']],
  ['buy --s', 'buy --savings ', ['--savings']],
  ['buy --savings ', 'buy --savings ', []],
  ['buy --place v', 'buy --place vic ', ['vic']],
  ['buy --price 1 --p', 'buy --price 1 --p', ['--place', '--pay']],
])('Tab makes %j into %j', (line, completed, candidates) => {
  expect(complete(line, visitor)).toEqual({ line: completed, candidates });
});

test('switch prints the cost of an offer compared with staying, and a link to the same comparison', async () => {
  const least = { payment: 2680.45, total_cost: 805335.05, break_even: { period: 6, date: null } };
  const data = {
    stay: { payment: 2835.87 },
    offers: [{ least: { ...least, difference: { total_cost: -45426.05 } } }],
  };
  respondTo('switchLoan', () => json({ data }));
  const output = await runLine(
    'switch --owed 420000 --years 25 --rate 6.5 --offer 5.9 --costs 1,200',
    visitor,
  );
  expect(output).toEqual({
    figures: [
      ['Payment', '$2,680.45 instead of $2,835.87'],
      ['Total cost', '$805,335.05'],
      ['Difference', '$45,426.05 less than staying'],
      ['Ahead', 'From payment 6'],
    ],
    link: {
      url: '/finance/switch#owed=420000&months=300&rate=6.5&compounding=monthly&offer=rate%3D5.9%26costs%3D1200',
      label: 'Open it in switch',
    },
  });
});
