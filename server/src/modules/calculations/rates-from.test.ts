import { calculationMessages } from 'contract/calculations/calculations.constants.ts';
import { cashRateSlug } from 'contract/datasets/datasets.constants.ts';
import { getDataset } from 'contract/datasets/datasets.ts';
import { exportUser } from 'contract/users/users.ts';
import request from 'supertest';
import { beforeAll, expect, it } from 'vitest';
import { useTestApp } from '#test/app.ts';
import { type Archive, archiveOf, loanInput } from '#test/calculations.ts';
import { befriend, createFriendCaller, type FriendCaller } from '#test/friends.ts';

const test = useTestApp({ RATE_LIMIT_SCALE: '1000' });

let owner: FriendCaller;
let own: Archive;
let cashRate: string;
let otherSeries: string;
beforeAll(async () => {
  owner = await createFriendCaller(test);
  own = archiveOf(test, owner.access);
  cashRate = await currentVintage(cashRateSlug);
  otherSeries = await currentVintage('inflation-australia');
});

async function currentVintage(slug: string): Promise<string> {
  const { body } = await request(test.app.server).get(getDataset.url.replace(':slug', slug)).expect(200);
  return (body as { data: { vintage: string } }).data.vintage;
}

it('stores the vintage of the cash rate that its rates follow, until another is set', async () => {
  const { id, rates_from } = await own.saved({ input: loanInput, rates_from: cashRate });
  expect(rates_from).toBe(cashRate);
  await own.update(id, { name: 'Another' }).expect(200);
  expect((await own.get(id).expect(200)).body.calculation).toMatchObject({ rates_from: cashRate });
  const { body } = await own.update(id, { rates_from: null }).expect(200);
  expect(body.calculation).toMatchObject({ name: 'Another', rates_from: null });
  expect((await own.saved()).rates_from).toBeNull();
});

it('refuses anything except a vintage of the cash rate, and changes nothing', async () => {
  const { id } = await own.saved({ input: loanInput, rates_from: cashRate });
  const details = { rates_from: [calculationMessages.unknownRates] };
  for (const rates_from of ['000000000000', otherSeries, cashRate.slice(0, 11), `${cashRate}%`, '', 7, {}]) {
    const body = { name: 'Refused', rates_from };
    expect((await own.create({ input: loanInput, ...body }).expect(400)).body).toMatchObject({ details });
    expect((await own.update(id, body).expect(400)).body).toMatchObject({ details });
  }
  const kept = (await own.get(id).expect(200)).body.calculation;
  expect(kept).toMatchObject({ name: 'A loan', rates_from: cashRate });
});

it('can be read by a friend, and is in the export', async () => {
  const friend = await createFriendCaller(test);
  await befriend(owner, friend);
  const { id } = await own.saved({ input: loanInput, rates_from: cashRate });
  await own.share(id, [friend.user.id]).expect(200);
  const shared = await archiveOf(test, friend.access).get(id).expect(200);
  expect(shared.body.calculation).toMatchObject({ rates_from: cashRate });
  const exported = await request(test.app.server)
    .get(exportUser.url)
    .set('authorization', `Bearer ${owner.access}`)
    .expect(200);
  expect(exported.text).toContain(`"rates_from":"${cashRate}"`);
});
