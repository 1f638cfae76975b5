import { createCalculation, shareCalculation } from 'contract/calculations/calculations.ts';
import {
  addToLoan,
  answerLoanInvitation,
  createLoan,
  inviteToLoan,
} from 'contract/followed-loans/followed-loans.ts';
import { respondFriendRequest, sendFriendRequest } from 'contract/friends/friends.ts';
import { createNetworkBlock } from 'contract/network-blocks/network-blocks.ts';
import { createNotice } from 'contract/notices/notices.ts';
import { createObjective, updateObjective } from 'contract/objectives/objectives.ts';
import { login } from 'contract/accounts/accounts.ts';
import { createToken } from 'contract/tokens/tokens.ts';
import { answerQuestion, startAttempt } from 'contract/training/training.ts';
import { getUserOverview } from 'contract/users/user-overview.ts';
import type { FastifyInstance } from 'fastify';
import { StartError } from '#platform/process/start-error.ts';
import { demoLoan } from './demo-loan.ts';
import { demoPassword } from './people.ts';

type Called = Pick<typeof login, 'method' | 'url'>;

/** Calls operations as a user, as a program does. */
interface Person {
  id: string;
  call: <Response>(operation: Called, body: object, id?: string) => Promise<Response>;
}

async function signIn(app: FastifyInstance, username: string): Promise<Person> {
  const send = async (operation: Called, payload: object, headers: Record<string, string>, id = '') => {
    const url = operation.url.replace(/:\w+/, id);
    const response = await app.inject({ method: operation.method, url, payload, headers });
    if (response.statusCode >= 400) throw new StartError(`${url}: ${response.body}`);
    return response.json<never>();
  };
  const credentials = { username_or_email: username, password: demoPassword };
  const { access, user } = await send(login, credentials, { 'user-agent': 'Firefox' });
  const headers = { authorization: `Bearer ${String(access)}` };
  const { id } = user as { id: string };
  return { id, call: (operation, body, pathId) => send(operation, body, headers, pathId) };
}

interface Saved {
  calculation: { id: string };
}

interface Attempt {
  attempt: { id: string; questions: { id: string; kind: 'choice' | 'number' }[] };
}

const save = (person: Person, kind: string, name: string, input: unknown, notes = '') =>
  person.call<Saved>(createCalculation, { kind, name, input, notes });

const loan = (total_loan_amount: number, annual_interest_rate: number) => ({
  total_loan_amount,
  annual_interest_rate,
  duration_months: 360,
  compounding_frequency: 'monthly',
});

const inAMonth = () => new Date(Date.now() + 30 * 86_400_000).toISOString();

/** What Ada and her partner have done: calculations, objectives, a friendship, a shared loan, a loan that both follow, trainings and a token. */
async function makeBorrowers(app: FastifyInstance): Promise<{ adaId: string }> {
  const [ada, ben, carol] = [await signIn(app, 'ada'), await signIn(app, 'ben'), await signIn(app, 'carol')];
  for (const [asker, asked] of [
    [ada, ben],
    [carol, ada],
  ] as const) {
    const { request } = await asker.call<{ request: { id: string } }>(sendFriendRequest, {}, asked.id);
    if (asked === ben) await asked.call(respondFriendRequest, { action: 'accept' }, request.id);
  }
  const { calculation } = await save(
    ada,
    'loan',
    'The house in Ballarat',
    loan(620_000, 6.09),
    'Asked at the branch.',
  );
  await save(ada, 'loan', 'The small one', loan(410_000, 5.89));
  await save(ada, 'scenario', 'With an offset account', {
    ...loan(620_000, 6.09),
    offset: { balance: 40_000, deposit_per_period: 500 },
  });
  await save(ada, 'savings', 'The deposit', {
    opening_balance: 84_500,
    deposit_per_month: 1_150,
    duration_months: 31,
    annual_interest_rate: 4.5,
    inflation_rate: 2.5,
  });
  await save(ben, 'loan', 'My part of it', loan(310_000, 6.09));
  await ada.call(shareCalculation, { user_ids: [ben.id] }, calculation.id);
  const target_date = `${new Date().getFullYear() + 3}-06-30`;
  for (const [title, target_amount, current_amount] of [
    ['The deposit', 120_000, 84_500],
    ['Six months of payments', 22_500, 9_000],
  ] as const) {
    const body = { ...createObjective.bodyExample, title, target_amount, target_date };
    const { objective } = await ada.call<{ objective: { id: string } }>(createObjective, body);
    await ada.call(updateObjective, { current_amount }, objective.id);
  }
  await followTogether(ada, ben, target_date);
  await train(ada);
  await train(ben);
  const scopes = ['read:calculations'];
  await ada.call(createToken, { name: 'My spreadsheet', scopes, expires_at: inAMonth() });
  return { adaId: ada.id };
}

/** A loan with an objective, whose latest rows the partner has added. */
async function followTogether(owner: Person, partner: Person, target_date: string): Promise<void> {
  const { account, rows } = demoLoan(new Date());
  const earlier = rows.slice(0, -4);
  const input = { ...account, transactions: earlier };
  const followed = await owner.call<{ loan: { id: string } }>(createLoan, { name: 'Our house', input });
  const goal = { title: 'Half of the house', kind: 'owe_below', target_amount: 300_000 };
  await owner.call(createObjective, { ...goal, loan_id: followed.loan.id, target_date });
  await owner.call(inviteToLoan, { user_id: partner.id }, followed.loan.id);
  const accepted = await partner.call<{ loan: { id: string } }>(
    answerLoanInvitation,
    { action: 'accept' },
    followed.loan.id,
  );
  await partner.call(addToLoan, { transactions: rows.slice(-6) }, accepted.loan.id);
}

async function train(person: Person): Promise<void> {
  const { attempt } = await person.call<Attempt>(startAttempt, startAttempt.bodyExample);
  for (const [index, { id, kind }] of attempt.questions.entries()) {
    const answer = kind === 'number' ? { value: '1000' } : { choice: index % 2 };
    await person.call(answerQuestion, { question_id: id, ...answer }, attempt.id);
  }
}

/** A notice, a blocked network, and a look at Ada's record. */
async function makeStaffWork(app: FastifyInstance, { adaId }: { adaId: string }): Promise<void> {
  const director = await signIn(app, 'director');
  const text = 'Everything here is made up, and stays on this machine.';
  await director.call(createNotice, {
    ...createNotice.bodyExample,
    title: 'Welcome to the demonstration',
    text,
  });
  await director.call(createNetworkBlock, {
    network: '198.51.100.192/28',
    reason: 'Asked for pages that do not exist, a hundred times a second.',
    ends_at: inAMonth(),
  });
  const grace = await signIn(app, 'grace');
  await grace.call(getUserOverview, {}, adaId);
}

export async function makeWorld(app: FastifyInstance): Promise<void> {
  await makeStaffWork(app, await makeBorrowers(app));
}
