import {
  createCalculation,
  deleteCalculation,
  getCalculation,
  listCalculations,
  shareCalculation,
  updateCalculation,
} from 'contract/calculations/calculations.ts';
import {
  createObjective,
  deleteObjective,
  listObjectives,
  updateObjective,
} from 'contract/objectives/objectives.ts';
import type { Route, RouteResponse } from 'contract/route.ts';
import type { TestApp } from '#test/app.ts';
import { callApi, type CallOptions } from '#test/call.ts';

export const loanInput = {
  total_loan_amount: '500000',
  duration_months: 360,
  annual_interest_rate: 6.25,
  compounding_frequency: 'monthly',
};
export const savingsInput = {
  opening_balance: 0,
  deposit_per_month: 500,
  duration_months: 24,
  annual_interest_rate: 4.5,
};

export type SavedCalculation = RouteResponse<typeof getCalculation>['calculation'];
export type SetObjective = RouteResponse<typeof listObjectives>['data'][number];

/** All calls for saved calculations and objectives, with the caller's token. */
export function archiveOf(test: TestApp, access: string) {
  const as = (route: Route, options: CallOptions = {}) => callApi(test, route, { ...options, access });
  const create = (body: object) => as(createCalculation, { body: { name: 'A loan', kind: 'loan', ...body } });
  return {
    create,
    saved: async (body: object = { input: loanInput }): Promise<SavedCalculation> =>
      (await create(body).expect(201)).body.calculation as SavedCalculation,
    list: (query: object = {}) => as(listCalculations, { query }),
    names: async (query: object = {}): Promise<string[]> => {
      const { body } = await as(listCalculations, { query }).expect(200);
      return (body.data as SavedCalculation[]).map(({ name }) => name);
    },
    get: (id: string) => as(getCalculation, { id }),
    update: (id: string, body: object) => as(updateCalculation, { id, body }),
    remove: (id: string) => as(deleteCalculation, { id }),
    share: (id: string, userIds: readonly string[]) =>
      as(shareCalculation, { id, body: { user_ids: userIds } }),
    setObjective: (body: object) =>
      as(createObjective, {
        body: { title: 'Deposit', kind: 'save', target_amount: 1000, target_date: inMonths(10), ...body },
      }),
    objectives: async (): Promise<SetObjective[]> =>
      (await as(listObjectives).expect(200)).body.data as SetObjective[],
    updateObjective: (id: string, body: object) => as(updateObjective, { id, body }),
    removeObjective: (id: string) => as(deleteObjective, { id }),
  };
}

export type Archive = ReturnType<typeof archiveOf>;

/** The first day of the month that is `months` after the current one, in UTC. */
export function inMonths(months: number): string {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1)).toISOString().slice(0, 10);
}
