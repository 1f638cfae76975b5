import { createCalculation, shareCalculation } from 'contract/calculations/calculations.ts';
import { inDays } from 'contract/days.ts';
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
import { createToken } from 'contract/tokens/tokens.ts';
import { answerQuestion, startAttempt } from 'contract/training/training.ts';
import { getUserOverview } from 'contract/users/user-overview.ts';
import { type Caller, signIn } from './caller.ts';
import { demoLoan } from './demo-loan.ts';

const save = (person: Caller, kind: string, name: string, input: object, notes = '') =>
  person.call(createCalculation, { kind, name, input, notes });

const loan = (total_loan_amount: number, annual_interest_rate: number) => ({
  total_loan_amount,
  annual_interest_rate,
  duration_months: 360,
  compounding_frequency: 'monthly',
});

/** Asks for a friendship and accepts it. */
export async function befriend(asker: Caller, asked: Caller): Promise<void> {
  const { request } = await asker.call(sendFriendRequest, {}, asked.id);
  await asked.call(respondFriendRequest, { action: 'accept' }, request.id);
}

/** What Ada and her partner have done: calculations, objectives, a friendship, a shared loan, a loan that both follow, trainings and a token. */
async function makeBorrowers(origin: string): Promise<string> {
  const ada = await signIn(origin, 'ada');
  const ben = await signIn(origin, 'ben');
  const carol = await signIn(origin, 'carol');
  await befriend(ada, ben);
  await carol.call(sendFriendRequest, {}, ada.id);
  const house = loan(620_000, 6.09);
  const { calculation } = await save(ada, 'loan', 'The house in Ballarat', house, 'Asked at the branch.');
  await save(ada, 'loan', 'The small one', loan(410_000, 5.89));
  await save(ada, 'scenario', 'With an offset account', {
    ...house,
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
    const { objective } = await ada.call(createObjective, body);
    await ada.call(updateObjective, { current_amount }, objective.id);
  }
  await followTogether(ada, ben, target_date);
  await train(ada);
  await train(ben);
  const scopes = ['read:calculations'];
  await ada.call(createToken, { name: 'My spreadsheet', scopes, expires_at: inDays(30) });
  return ada.id;
}

/** A loan with an objective, whose latest rows the partner has added. */
async function followTogether(owner: Caller, partner: Caller, target_date: string): Promise<void> {
  const { account, rows } = demoLoan(new Date());
  const input = { ...account, transactions: rows.slice(0, -4) };
  const followed = await owner.call(createLoan, { name: 'Our house', input });
  const goal = { title: 'Half of the house', kind: 'owe_below', target_amount: 300_000 };
  await owner.call(createObjective, { ...goal, loan_id: followed.loan.id, target_date });
  await owner.call(inviteToLoan, { user_id: partner.id }, followed.loan.id);
  const accepted = await partner.call(answerLoanInvitation, { action: 'accept' }, followed.loan.id);
  await partner.call(addToLoan, { transactions: rows.slice(-6) }, accepted.loan?.id);
}

async function train(person: Caller): Promise<void> {
  const { attempt } = await person.call(startAttempt, startAttempt.bodyExample);
  for (const [index, { id, kind }] of attempt.questions.entries()) {
    const answer = kind === 'number' ? { value: '1000' } : { choice: index % 2 };
    await person.call(answerQuestion, { question_id: id, ...answer }, attempt.id);
  }
}

/** What the borrowers have, a notice, a blocked network, and a look at Ada's record. */
export async function makeWorld(origin: string): Promise<void> {
  const adaId = await makeBorrowers(origin);
  const director = await signIn(origin, 'director');
  const title = 'Welcome to the demonstration';
  const text = 'Everything here is made up, and stays on this machine.';
  await director.call(createNotice, { ...createNotice.bodyExample, title, text });
  await director.call(createNetworkBlock, {
    network: '198.51.100.192/28',
    reason: 'Asked for pages that do not exist, a hundred times a second.',
    ends_at: inDays(30),
  });
  const grace = await signIn(origin, 'grace');
  await grace.call(getUserOverview, undefined, adaId);
}
