import { deleteLoan } from 'contract/followed-loans/followed-loans.ts';
import { createObjective, listObjectives } from 'contract/objectives/objectives.ts';
import { objectiveLimits, objectiveMessages } from 'contract/objectives/objectives.constants.ts';
import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApp } from '#test/app.ts';
import { type Archive, archiveOf, inMonths, type SetObjective } from '#test/calculations.ts';
import { callApi } from '#test/call.ts';
import { createCaller } from '#test/factories.ts';
import { createOwner, loanRows, opening } from '#test/followed-loans.ts';
import { monthsLeft, neededCents, progressPercent } from './objectives.service.ts';

const test = useTestApp({ RATE_LIMIT_SCALE: '1000' });
const today = () => new Date().toISOString().slice(0, 10);

let userId: string;
let archive: Archive;
beforeAll(async () => {
  const { user, access } = await createCaller(test);
  userId = user.id;
  archive = archiveOf(test, access);
});

describe('the computed fields of an objective', () => {
  it.each([
    ['2026-11-22', '2026-11-22', 0],
    ['2026-11-22', '2026-12-21', 0],
    ['2026-11-22', '2026-12-22', 1],
    ['2026-01-31', '2026-03-30', 1],
    ['2026-12-01', '2028-01-01', 13],
    ['2026-11-22', '2020-01-01', 0],
  ])('between %s and %s are %i whole months', (from, to, months) => {
    expect(monthsLeft(from, to)).toBe(months);
  });

  it.each([
    [0, 100, 0],
    [1, 3, 33.33],
    [2, 3, 66.67],
    [12_345, 100_000, 12.35],
    [999_999, 1_000_000, 99.99],
    [100_000_000_000_000, 100_000_000_000_000, 100],
    [500, 100, 100],
  ])('%i of %i cents are %d percent', (current, target, percent) => {
    expect(progressPercent(current, target)).toBe(percent);
  });

  it.each([
    [0, 100, 3, 34],
    [1, 100, 3, 33],
    [0, 100_000_000_000_000, 7, 14_285_714_285_715],
    [100, 100, 3, 0],
    [500, 100, 3, 0],
    [0, 100, 0, null],
  ])('%i of %i cents in %i months need %j a month', (current, target, months, needed) => {
    expect(neededCents(current, target, months)).toBe(needed);
  });
});

describe('an objective', () => {
  it('is created, and its progress is stored for each day on which its amount changes', async () => {
    const body = {
      title: ' The house ',
      kind: 'pay_off',
      target_amount: '300000.10',
      current_amount: 0.1,
      target_date: inMonths(25),
    };
    const created = await archive.setObjective(body).expect(201);
    const objective = created.body.objective as SetObjective;
    const months = monthsLeft(today(), inMonths(25));
    expect(created.body).toEqual({
      msg: 'Objective set.',
      objective: {
        id: objective.id,
        title: 'The house',
        kind: 'pay_off',
        target_amount: 300_000.1,
        current_amount: 0.1,
        target_date: inMonths(25),
        loan_id: null,
        expected_on: null,
        on_track: null,
        needed_extra: null,
        progress_percent: 0,
        months_left: months,
        needed_per_month: Math.ceil(30_000_000 / months) / 100,
        history: [{ date: today(), amount: 0.1 }],
      },
    });
    // Moves the first amount to an earlier day.
    await test.database.pool.query(`UPDATE objective_amounts SET date = '2026-01-31'`);
    await archive.updateObjective(objective.id, { title: 'Our house' }).expect(200);
    await archive.updateObjective(objective.id, { current_amount: 1000 }).expect(200);
    const { body: last } = await archive
      .updateObjective(objective.id, { current_amount: 75_000.03 })
      .expect(200);
    expect(last.objective).toMatchObject({
      title: 'Our house',
      progress_percent: 25,
      history: [
        { date: '2026-01-31', amount: 0.1 },
        { date: today(), amount: 75_000.03 },
      ],
    });
    await archive.removeObjective(objective.id).expect(204);
    expect(await archive.objectives()).toEqual([]);
  });

  it('may already be reached, may be due today, and may pass its date but not be set to a past date', async () => {
    const reached = await archive.setObjective({ current_amount: 2000, target_date: today() }).expect(201);
    expect(reached.body.objective).toMatchObject({
      progress_percent: 100,
      months_left: 0,
      needed_per_month: null,
    });
    const { id } = reached.body.objective as SetObjective;
    await test.database.pool.query(`UPDATE objectives SET target_date = '2026-01-31'`);
    const { body } = await archive
      .updateObjective(id, { target_date: '2026-01-31', target_amount: 4000 })
      .expect(200);
    expect(body.objective).toMatchObject({ months_left: 0, progress_percent: 50, needed_per_month: null });
    const refusal = await archive.updateObjective(id, { target_date: '2026-01-30' }).expect(400);
    expect(refusal.body.details).toEqual({ target_date: [objectiveMessages.dateInPast] });
    await archive.removeObjective(id).expect(204);
  });

  it.each([
    [{ target_date: '2020-02-29' }, 'target_date', objectiveMessages.dateInPast],
    [{ target_date: '2031-02-29' }, 'target_date', 'Must be a date, as YYYY-MM-DD.'],
    [{ target_date: '' }, 'target_date', 'Required.'],
    [{ target_amount: 0 }, 'target_amount', 'Must be at least 0.01.'],
    [{ current_amount: -1 }, 'current_amount', 'Must be at least 0.'],
    [{ current_amount: 0.001 }, 'current_amount', 'Must have at most 2 decimals.'],
    [{ kind: 'spend' }, 'kind', 'Must be pay_off, save, owe_below or offset_above.'],
    [{ title: ' ' }, 'title', 'Required.'],
    [{ target_amount: undefined }, 'target_amount', 'Required.'],
    [{ loan_id: 'none' }, 'loan_id', 'Must be an id.'],
    [{ kind: 'pay_off', loan_id: uuidv7() }, 'loan_id', objectiveMessages.notFollowed],
    [{ loan_id: uuidv7() }, 'kind', objectiveMessages.notFilledByLoan],
    [{ kind: 'owe_below' }, 'kind', objectiveMessages.needsLoan],
  ])('is refused with %j', async (body, field, reason) => {
    const response = await archive.setObjective(body).expect(400);
    expect(response.body.details).toEqual({ [field]: [reason] });
  });

  it('is one of at most a hundred, also with parallel requests, sorted by date', async () => {
    await test.database.pool.query(
      `INSERT INTO objectives (id, user_id, title, kind, target_cents, current_cents, target_date)
       SELECT gen_random_uuid(), $1, 'Filler', 'save', 1, 0, '2099-01-01'
       FROM generate_series(1, $2)`,
      [userId, objectiveLimits.objectives - 2],
    );
    const responses = await Promise.all(
      [3, 1, 2, 5].map((months) => archive.setObjective({ target_date: inMonths(months) })),
    );
    expect(responses.map(({ status }) => String(status)).toSorted()).toEqual(['201', '201', '409', '409']);
    const dates = (await archive.objectives()).map(({ target_date }) => target_date);
    expect(dates).toHaveLength(objectiveLimits.objectives);
    expect(dates).toEqual(dates.toSorted());
  });
});

describe('objectives of a loan', () => {
  it('are filled by it: amount, progress, day and what is needed, without its owner entering anything', async () => {
    const ada = await createOwner(test);
    const input = { ...opening, transactions: loanRows, plan: { end_date: '2049-01-15' } };
    const { loan } = await ada.follow(input);
    const goals = [
      { kind: 'pay_off', target_date: '2038-01-01' },
      { kind: 'owe_below', target_amount: 300_000, target_date: '2099-12-31' },
      { kind: 'offset_above', target_amount: 100, target_date: '2040-01-01' },
    ];
    const set = (body: object) =>
      callApi(test, createObjective, {
        access: ada.access,
        body: { title: 'Goal', loan_id: loan.id, ...body },
      });
    for (const goal of goals) await set(goal).expect(201);
    const { body } = await callApi(test, listObjectives, { access: ada.access }).expect(200);
    const { figures } = await ada.get(loan.id);
    for (const [index, goal] of figures.goals.entries()) {
      expect(body.data[index]).toMatchObject({ ...goal, loan_id: loan.id });
    }
    const payOff = body.data.find(({ kind }: { kind: string }) => kind === 'pay_off');
    expect(payOff.target_amount).toBe(opening.opening_balance);
    expect(payOff.needed_per_month).toBeNull();
    expect(payOff.history.at(-1)).toEqual({ date: figures.as_of, amount: payOff.current_amount });
    const refused = await set({ ...goals[0], target_amount: 5, current_amount: 5 }).expect(400);
    expect(refused.body.details).toEqual({
      current_amount: ['Is filled by the loan.'],
      target_amount: ['Is filled by the loan.'],
    });
    const { access } = await createCaller(test);
    await callApi(test, createObjective, {
      access,
      body: { title: 'Goal', loan_id: loan.id, ...goals[0] },
    }).expect(400);
    await callApi(test, deleteLoan, { access: ada.access, id: loan.id }).expect(204);
    expect((await callApi(test, listObjectives, { access: ada.access })).body.data).toEqual([]);
  });
});
