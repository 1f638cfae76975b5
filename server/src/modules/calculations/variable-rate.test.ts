import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApp } from '#test/app.ts';
import { type Archive, archiveOf, loanInput, savingsInput } from '#test/calculations.ts';
import { setRateDay } from '#test/cash-rate.ts';
import { befriend, createFriendCaller } from '#test/friends.ts';

const test = useTestApp({ RATE_LIMIT_SCALE: '1000' });

let userId: string;
let archive: Archive;
beforeAll(async () => {
  const { user, access } = await createFriendCaller(test);
  userId = user.id;
  archive = archiveOf(test, access);
});

const variable = { input: loanInput, variable_rate: true };
const refused = { code: 'validation_failed', details: { variable_rate: [expect.any(String)] } };

async function rateDayOf(id: string): Promise<string | undefined> {
  const stored = await test.database.prisma.calculation.findUnique({ where: { id } });
  return stored?.rate_day?.toISOString().slice(0, 10);
}

const today = new Date().toISOString().slice(0, 10);

describe('a calculation with a variable rate', () => {
  it('is a loan or a scenario that is marked as variable, and no other kind', async () => {
    expect(await archive.saved()).toMatchObject({ variable_rate: false });
    expect(await archive.saved(variable)).toMatchObject({ variable_rate: true });
    expect(await archive.saved({ ...variable, kind: 'scenario' })).toMatchObject({ variable_rate: true });
    const savings = { kind: 'savings', input: savingsInput };
    expect((await archive.create({ ...savings, variable_rate: true }).expect(400)).body).toMatchObject(
      refused,
    );
    await archive.create({ ...savings, variable_rate: false }).expect(201);
    expect((await archive.create({ input: loanInput, variable_rate: 'yes' }).expect(400)).body).toMatchObject(
      refused,
    );
  });

  it('cannot become another kind until its mark is removed', async () => {
    const { id } = await archive.saved(variable);
    const savings = { kind: 'savings', input: savingsInput };
    expect((await archive.update(id, savings).expect(400)).body).toMatchObject(refused);
    expect((await archive.get(id).expect(200)).body.calculation).toMatchObject({ kind: 'loan' });
    await archive.update(id, { ...savings, variable_rate: false }).expect(200);
    expect((await archive.update(id, { variable_rate: true }).expect(400)).body).toMatchObject(refused);
  });

  it('has rates of the day of the mark or, if the input changed later, of that day', async () => {
    const { id } = await archive.saved(variable);
    expect(await rateDayOf(id)).toBe(today);
    await setRateDay(test.database, userId, '2026-05-10');
    await archive.update(id, { name: 'Home', variable_rate: true }).expect(200);
    expect(await rateDayOf(id)).toBe('2026-05-10');
    await archive.update(id, { input: loanInput }).expect(200);
    expect(await rateDayOf(id)).toBe(today);
    await archive.update(id, { variable_rate: false }).expect(200);
    expect(await rateDayOf(id)).toBeUndefined();
    await archive.update(id, { input: loanInput }).expect(200);
    expect(await rateDayOf(id)).toBeUndefined();
    await archive.update(id, { variable_rate: true }).expect(200);
    expect(await rateDayOf(id)).toBe(today);
  });

  it('is not variable for a friend who reads it', async () => {
    const [ada, grace] = [await createFriendCaller(test), await createFriendCaller(test)];
    await befriend(ada, grace);
    const { id } = await archiveOf(test, ada.access).saved(variable);
    await archiveOf(test, ada.access).share(id, [grace.user.id]).expect(200);
    const { body } = await archiveOf(test, grace.access).get(id).expect(200);
    expect(body.calculation).toMatchObject({ id, variable_rate: false });
  });
});
