import { updatePreferences } from 'contract/preferences/preferences.ts';
import { expect, it } from 'vitest';
import { datasetsFolder } from '#root-folders.ts';
import { readReleaseDatasets } from '#modules/datasets/release-files.ts';
import { readCurrentVintages } from '#modules/datasets/vintages.ts';
import { useTestApp } from '#test/app.ts';
import { archiveOf, loanInput } from '#test/calculations.ts';
import { callApi } from '#test/call.ts';
import { setRateDay } from '#test/cash-rate.ts';
import { createCaller } from '#test/factories.ts';
import { deliverMail } from '#test/mail.ts';
import { readList } from '#test/notifications.ts';
import { notifyRateGaps } from './notify-rate-gaps.service.ts';

const test = useTestApp({ RATE_LIMIT_SCALE: '1000' });

/** The averages of the release, as if their last month were the previous one, or another average. */
async function readAverages(other?: { value: number; decimals: number }) {
  const averages = await readCurrentVintages(test.database.prisma, readReleaseDatasets(datasetsFolder));
  const now = new Date();
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1)).toISOString().slice(0, 7);
  return new Map(
    [...averages].map(([slug, average]) => [
      slug,
      {
        ...average,
        decimals: other?.decimals ?? average.decimals,
        latest: average.latest.map(({ value }) => ({ date: month, value: other?.value ?? value })),
      },
    ]),
  );
}
const notifying = () => notifyRateGaps({ ...test, readAverages });

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

async function createBorrower(rates: number[], { marked = 366, preferences = {} } = {}) {
  const { user, access } = await createCaller(test);
  await callApi(test, updatePreferences, { access, body: preferences }).expect(200);
  const archive = archiveOf(test, access);
  for (const rate of rates) {
    const input = { ...loanInput, annual_interest_rate: rate };
    await archive.saved({ name: `At ${rate}`, input, variable_rate: true });
  }
  await setRateDay(test.database, user.id, daysAgo(marked));
  const bell = async () => (await readList(test, access)).data.filter((entry) => entry.kind === 'rate_gap');
  return { user, archive, bell };
}

it('a year after a loan was marked as variable, the user is notified once of a rate above the average', async () => {
  const ada = await createBorrower([6.85, 6.25]);
  await notifying();
  await notifying();
  const [entry, ...others] = await ada.bell();
  expect(others).toEqual([]);
  expect(entry).toMatchObject({
    title: 'Your rate is about 0.7 points above the average',
    link: '/dashboard',
    text: expect.stringMatching(
      /^At 6.85: In \w+ \d{4} new variable loans of owner-occupiers cost 6.2% on average. Yours is 6.85%: about 0.7 points more, about \$210 a month, about \$3,300 of interest in the first year. An average ignores .* Vintage [\da-f]{12}. To stop this, turn off “A rate above the average” in your preferences.$/,
    ),
  });
});

it('a gap within the rounding of the published average is none', async () => {
  const ada = await createBorrower([6.4]);
  await notifyRateGaps({ ...test, readAverages: () => readAverages({ value: 6, decimals: 0 }) });
  expect(await ada.bell()).toEqual([]);
  const ben = await createBorrower([6.4]);
  await notifyRateGaps({ ...test, readAverages: () => readAverages({ value: 6, decimals: 1 }) });
  expect(await ben.bell()).toMatchObject([{ title: 'Your rate is about 0.4 points above the average' }]);
});

it('no user is notified before a year, or after switching it off', async () => {
  const [early, off] = [
    await createBorrower([6.85], { marked: 364 }),
    await createBorrower([6.85], { preferences: { rate_gap: false } }),
  ];
  await notifying();
  for (const { bell } of [early, off]) expect(await bell()).toEqual([]);
});

it('two workers notify of each loan once, and again after another year', async () => {
  const ada = await createBorrower([6.85]);
  await Promise.all([notifying(), notifying()]);
  expect(await ada.bell()).toHaveLength(1);
  await test.database.pool.query("UPDATE calculations SET rate_gap_on = rate_gap_on - interval '366 days'");
  await notifying();
  expect(await ada.bell()).toHaveLength(2);
});

it('an email is sent where the emails about the cash rate are on, without the name of the loan', async () => {
  const ada = await createBorrower([6.85], { preferences: { cash_rate_mail: true } });
  await notifying();
  const mails = (await deliverMail(test)).filter(({ to }) => to === ada.user.email);
  expect(mails).toHaveLength(1);
  expect(mails[0]?.subject).toBe('Your rate is above the average');
  expect(mails[0]?.text).toContain('Yours is 6.85%: about 0.7 points more');
  expect(mails[0]?.text).toContain('/unsubscribe/');
  expect(mails[0]?.text).not.toContain('At 6.85');
});

it('an archive sorted by gap begins with the variable loan of the highest rate', async () => {
  const { archive } = await createBorrower([6.25, 6.85, 5.5]);
  await archive.saved({ name: 'Not variable', input: { ...loanInput, annual_interest_rate: 9 } });
  expect(await archive.names({ sort: 'gap' })).toEqual(['At 6.85', 'At 6.25', 'At 5.5', 'Not variable']);
});
