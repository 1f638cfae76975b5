import {
  addToLoan,
  answerLoanInvitation,
  correctLoanRows,
  createLoan,
  deleteLoan,
  type FollowedLoan,
  type FollowedLoanResult,
  getLoan,
  inviteToLoan,
  leaveLoan,
  listLoans,
  restoreLoan,
  updateLoan,
} from 'contract/followed-loans/followed-loans.ts';
import type { Route, RouteResponse } from 'contract/route.ts';
import cases from 'engine/conformance/followed-loan-cases.json' with { type: 'json' };
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import { friendshipOf } from '#domain/accounts/friendships.ts';
import type { TestApp } from '#test/app.ts';
import { callApi } from '#test/call.ts';
import type { createCaller, TestUser } from '#test/factories.ts';
import { createFriendCaller, type FriendCaller } from '#test/friends.ts';

const { transactions, ...account } = cases.cases[0]!.request;

/** 26 rows of eight months, of which every charge is explained. */
export const loanRows = transactions!;
export const opening = { opening_balance: account.opening_balance! };

/** The most rows and balances. */
export function largestLoan() {
  const dates = Array.from({ length: 5_000 }, (_, day) =>
    new Date(Date.UTC(2010, 0, day)).toISOString().slice(0, 10),
  );
  const rows = dates.map((date) => ({ date, amount: 499_999_999.99, balance: -999_999_999.99 }));
  const daily = dates.map((date) => ({ date, balance: 999_999_999.99 }));
  return { transactions: rows, opening_balance: 1, offset_accounts: [{ balances: daily }] };
}

interface Read {
  loan: FollowedLoan;
  figures: z.infer<typeof FollowedLoanResult>;
}

/** A user with every call for followed loans. With a token, the calls are a program's. */
export async function createOwner(
  test: TestApp,
  options: Parameters<typeof createCaller>[1] = {},
  token?: string,
) {
  const person: FriendCaller = await createFriendCaller(test, options);
  const access = token ?? person.access;
  const as = (route: Route, id = '', body?: object) =>
    callApi(test, route, { access, id, ...(body && { body }) });
  const create = (input: object, name = 'House') => as(createLoan, '', { name, input });
  return {
    ...person,
    access,
    create,
    follow: async (input: object, name?: string) => (await create(input, name).expect(201)).body as Read,
    get: async (id: string) => (await as(getLoan, id).expect(200)).body as Read,
    list: async () => (await as(listLoans).expect(200)).body as RouteResponse<typeof listLoans>,
    add: (id: string, file: object) => as(addToLoan, id, file),
    correct: (id: string, body: object) => as(correctLoanRows, id, body),
    update: (id: string, body: object) => as(updateLoan, id, body),
    restore: (id: string, version: number, act?: string) =>
      as(restoreLoan, id, { version, ...(act && { act }) }),
    invite: (id: string, userId: string | null) => as(inviteToLoan, id, { user_id: userId }),
    answer: (id: string, action: string) => as(answerLoanInvitation, id, { action }),
    leave: (id: string) => as(leaveLoan, id),
    deleteLoan: (id: string) => as(deleteLoan, id),
  };
}

export type Owner = Awaited<ReturnType<typeof createOwner>>;

export const setRate = (
  owner: Owner,
  id: string,
  version: number,
  annual_interest_rate: number,
  terms = {},
) => owner.update(id, { version, terms: { annual_interest_rate, ...terms } }).expect(200);

export const balances = (owner: Owner, id: string, ...list: object[]) =>
  owner.add(id, { offset_accounts: [{ account: 1, balances: list }] }).expect(200);

/** Two friends. */
export async function createPair(test: TestApp): Promise<[Owner, Owner]> {
  const [one, other] = [await createOwner(test), await createOwner(test)];
  await test.database.prisma.friendship.create({ data: friendshipOf(one.user.id, other.user.id) });
  return [one, other];
}

/** The loans of two friends who follow one together, of version 2. */
export async function followTogether(
  one: Owner,
  friend: Owner,
  name?: string,
  input: object = { ...opening, transactions: loanRows.slice(0, 8) },
): Promise<[string, string]> {
  const { loan } = await one.follow(input, name);
  await one.invite(loan.id, friend.user.id).expect(200);
  const { body } = await friend.answer(loan.id, 'accept').expect(200);
  return [loan.id, body.loan.id as string];
}

/** A loan that two friends follow together, and one to which the first has invited the other. */
export async function insertFollowedLoans(
  { database: { prisma } }: TestApp,
  one: TestUser,
  friend: TestUser,
) {
  const columns = {
    name: 'Home',
    input: { owed: 1, owed_on: '2026-01-01' },
    row_versions: [],
    changes: [],
    headline: {},
    method: 1,
  };
  const pair = friendshipOf(one.id, friend.id);
  const pair_id = uuidv7();
  for (const user_id of [one.id, friend.id]) {
    await prisma.followedLoan.create({ data: { id: uuidv7(), user_id, ...columns, pair_id, ...pair } });
  }
  const invitation = { create: { friend_id: friend.id, ...pair } };
  await prisma.followedLoan.create({ data: { id: uuidv7(), user_id: one.id, ...columns, invitation } });
}
