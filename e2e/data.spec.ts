/// <reference lib="dom" />
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { childEnvironment } from 'server/test/child-environment.ts';
import { expect, test } from './fixtures.ts';
import { press, signInNew } from './people.ts';
import { isPictureOf } from './pictures.ts';

type Row = [date: number | string, value: number];

const with2020 =
  (changed: number) =>
  (rows: Row[]): Row[] =>
    rows.map(([date, value]) => [date, date === 2020 ? changed : value]);

/** Imports the built-in file of a dataset with other rows, as an operator does. */
async function importChanged(slug: string, change: (rows: Row[]) => Row[], path: string): Promise<void> {
  const file = JSON.parse(await readFile(`content/datasets/${slug}/data.json`, 'utf8')) as { rows: Row[] };
  await writeFile(path, JSON.stringify({ ...file, rows: change(file.rows) }));
  const env = childEnvironment({ DATA_DIR: process.env['E2E_DATA_DIR'] ?? '' });
  await promisify(execFile)(process.execPath, ['server/dist/data-command.js', 'import', slug, path], { env });
}

test('the data core leads with the cash rate, and has what loans cost in one table and the rest in rows', async ({
  page,
  onPhoneToo,
  expectNoSidewaysScroll,
}) => {
  await page.goto('/data');
  const lead = page.getByRole('article');
  await expect(lead).toContainText(/Cash rate target.*4\.60%.*Up 0\.25 from 4\.35 on 30 Sept 2026/);
  await expect(lead).toContainText(
    /Figures to 1 October 2026, .* old\. The decision of 3 November 2026 could not/,
  );
  const line = 'Line chart of Cash rate target since 2016: from 1.50% to 4.60%. Its page has every value.';
  await expect(lead.getByRole('img', { name: line })).toBeVisible();
  await lead.getByRole('radio', { name: 'All' }).click();
  await expect(lead.getByRole('img', { name: / since 1990: from 17\.25% to 4\.60%/ })).toBeVisible();
  const lending = page.getByRole('table', { name: 'Average rates of home loans' });
  const variable = lending.getByRole('row', { name: /^Variable/ }).getByRole('cell');
  await expect(variable.first()).toHaveText(/6\.2%unchangedAug 2026$/);
  await expect(variable.last()).toHaveText('–');
  const rows = page.getByRole('table', { name: 'The latest figures by topic' });
  await expect(rows.getByRole('row', { name: /^Tax Income tax rates/ })).toContainText('0 to 45%');
  await expect(page.getByText(/^For \d+ of 23 series, a newer figure was due/)).toBeVisible();
  await expect(lending.locator('svg')).toHaveCount(11);
  await onPhoneToo(async () => {
    await expectNoSidewaysScroll();
    // Charts follow the new size a moment later.
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollHeight))
      .toBeLessThan((page.viewportSize()?.width ?? 0) > 1_000 ? 1_900 : 4_000);
  });
  await page.getByLabel('Search the datasets').fill('mortgage rates');
  await expect(rows.getByRole('link')).toHaveText([/standard variable/, /discounted variable/]);
  await expect(lending.getByRole('link')).toHaveCount(11);
  await page.getByLabel('Search the datasets').fill('wages');
  await expect(rows.getByRole('link')).toHaveText('Wages');
  await expect(lending).toBeHidden();
});

test('a search of the datasets has every letter that is typed, wherever and however fast, and is there again after Back', async ({
  page,
}) => {
  await page.goto('/data');
  const search = page.getByLabel('Search the datasets');
  await search.pressSequentially('and wages');
  await search.press('Home');
  await search.pressSequentially('prices ');
  await expect(search).toHaveValue('prices and wages');
  await search.fill('wages');
  await page.getByRole('link', { name: 'Wages', exact: true }).click();
  await expect(page).toHaveURL(/\/data\/.+/);
  await page.goBack();
  await expect(search).toHaveValue('wages');
});

test('a series is read as its change over five years, and downloaded as a picture', async ({ page }) => {
  await page.goto('/data/lending-owner-new-variable');
  await expect(page.getByText('April 2026 and June 2026 have no figure here')).toBeVisible();
  await page.getByLabel('Show as').selectOption('Change on the year before');
  await page.getByRole('radio', { name: '5 y' }).click();
  await expect(page).toHaveURL(/\?as=change_year&from=2021-08$/);
  await expect(page.getByText('percentage points on the year before').first()).toBeVisible();
  for (const kind of ['PNG', 'SVG']) {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: kind }).click();
    const name = `^lending-owner-new-variable-[0-9a-f]{12}-change_year\\.${kind.toLowerCase()}$`;
    expect((await download).suggestedFilename()).toMatch(new RegExp(name));
  }
});

test('a reader sees the figures known on a day and the revisions since then, and copies the citation', async ({
  page,
  context,
  expectAccessible,
  onPhoneToo,
  expectNoSidewaysScroll,
}, info) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await importChanged('gdp-australia', with2020(1_330_000_000_000), info.outputPath('gdp.json'));
  await expect(async () => {
    await page.goto('/data/gdp-australia?from=2020&to=2020');
    await expect(page.getByText('1,330,000,000,000').first()).toBeVisible({ timeout: 1_000 });
  }).toPass();

  await page.getByLabel('As known on').fill('2026-04-01');
  await expect(page).toHaveURL(/as_of=2026-04-01/);
  await expect(page.getByText('This is what was known on 1 April 2026.')).toBeVisible();
  await expect(page.getByText('1,330,000,000,000')).toHaveCount(0);
  await page.getByRole('link', { name: 'Show the present figures.' }).click();
  await expect(page).toHaveURL('/data/gdp-australia?from=2020&to=2020');

  await expect(page.getByText(/^Terms of the downloads: CC BY 4.0 \(World Bank\)\. /)).toContainText(
    /Figures to 2023, \d+ years old/,
  );

  await page.getByRole('button', { name: 'Vintages' }).click();
  const whatChanged = page.getByRole('button', { name: /^What changed in / });
  await whatChanged.first().click();
  const changed = page.getByRole('table', { name: 'Changed' });
  await expect(changed.getByRole('row', { name: /^2020 / })).toContainText('1,330,000,000,000');
  await expect(page.getByText('Added: none')).toBeVisible();
  await expect(page.getByText('64 figures, 1960 to 2023: 64 added, 0 changed, 0 removed')).toBeVisible();
  await whatChanged.last().click();
  await expect(page.getByRole('table', { name: 'Added' }).getByRole('row')).toHaveCount(65);
  await expectAccessible();
  await onPhoneToo(expectNoSidewaysScroll);

  await page.getByRole('button', { name: 'Cite' }).click();
  await expect(page.getByText('Citation copied.')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
    /^World Bank, .*figures to 2023, retrieved .*, vintage [0-9a-f]{12}\. http.*\?vintage=[0-9a-f]{12}$/,
  );

  await page.goto('/data/gdp-australia?as_of=1990-01-01');
  await expect(page.getByText('Nothing was kept before 20 March 2026.')).toBeVisible();
  await page.getByLabel('As known on').fill('2999-01-01');
  await expect(page.getByText('Must not be after today (UTC).')).toBeVisible();
});

test('a new figure is in the next pages, their picture and the feed, and notifies who follows the series', async ({
  page,
  request,
}, info) => {
  const slug = 'wage-price-index';
  const series = `/data/${slug}`;
  await signInNew(page, 'follower');
  await page.goto(series);
  await expect(page.getByText('September quarter 2026 could not be sourced')).toBeVisible();
  await press(page.getByRole('button', { name: 'Follow', exact: true }));
  const following = page.getByRole('button', { name: 'Following', exact: true });
  await expect(following).toHaveAttribute('aria-pressed', 'true');

  await importChanged(slug, (rows) => [...rows, ['2026-Q3', 3.7]], info.outputPath('wages.json'));
  const textOf = async (url: string) => (await request.get(url)).text();
  await expect.poll(() => textOf('/data')).toContain('3.7%');
  const label = 'Up 0.5 from 3.2 in the June quarter 2026';
  const sent = await textOf(series);
  expect(sent).toContain('content="Wages: 3.7%, up 0.5 from 3.2 in the June quarter 2026.');
  expect(sent).not.toContain('September quarter 2026 could not be sourced');
  expect(await textOf('/data/feed.xml')).toContain(
    '<title>Wages: figures to the September quarter 2026</title>',
  );
  const { data } = await (await request.get(`/api/content/datasets/${slug}/?from=2016-09`)).json();
  const points = (data.series as { value: number }[]).map(({ value }) => value);
  const picture = await (await request.get(`/preview${series}.png`)).body();
  const expected = { title: 'Wages', description: '', figure: { value: '3.7%', label, points } };
  expect(await isPictureOf(picture, expected)).toBe(true);

  await page.getByRole('button', { name: /^Notifications, 1 unread/ }).click();
  const latest = page.getByRole('region', { name: 'Latest notifications' });
  await expect(latest).toContainText('New figure: Wages');
  await expect(latest).toContainText(
    '3.7% in the September quarter 2026, up from 3.2% in the June quarter 2026.',
  );
  await latest.getByRole('link', { name: /New figure: Wages/ }).click();
  await expect(page).toHaveURL(series);
  await press(following);
  await expect(page.getByRole('button', { name: 'Follow', exact: true })).toHaveAttribute(
    'aria-pressed',
    'false',
  );
});

test('a reader explores a dataset by keyboard, narrows its range and overlays another dataset', async ({
  page,
}) => {
  await page.goto('/data');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('DATA CORE');
  await page.getByRole('link', { name: 'Inflation in Australia' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Inflation in Australia');
  const reader = page.getByRole('slider', { name: 'Read a value' });
  await expect(reader).toHaveAttribute('aria-valuetext', '2024: 3.1616 per cent a year');
  await reader.press('ArrowLeft');
  await expect(reader).toHaveAttribute('aria-valuetext', '2023: 5.597 per cent a year');
  const chart = page.getByRole('img', { name: /^Line chart/ });
  await expect(chart).toHaveAttribute('style', /width/);
  await chart.hover({ position: { x: 200, y: 100 } });
  await expect(reader).toHaveAttribute('aria-valuetext', /^19\d\d: /);

  await page.getByLabel('From', { exact: true }).fill('2020');
  await page.getByLabel('From', { exact: true }).press('Enter');
  await expect(page).toHaveURL('/data/inflation-australia?from=2020');
  await expect(page.getByText('All 5 values as a table')).toBeVisible();
  await page.getByLabel('Compare with').selectOption('Cash rate target');
  await expect(page).toHaveURL('/data/inflation-australia?from=2020&with=rba-cash-rate-changes');
  await page.reload();
  await expect(page.getByLabel('Compare with')).toHaveValue('rba-cash-rate-changes');
  // The latest year of this dataset. The other dataset has later years.
  await expect(reader).toHaveAttribute('aria-valuetext', /^2024: Inflation in Australia 3.1616, Cash rate /);
  await reader.press('End');
  await expect(reader).toHaveAttribute(
    'aria-valuetext',
    '2026: Inflation in Australia –, Cash rate target 4.60 per cent a year',
  );
  await page.getByText('All 7 years as a table').click();
  await expect(page.getByRole('row', { name: '2023 5.597 4.35' })).toBeVisible();
  const csv = page.waitForEvent('download');
  await page.getByRole('link', { name: 'CSV' }).click();
  expect((await csv).suggestedFilename()).toMatch(/^inflation-australia-[0-9a-f]{12}\.csv$/);
});

test('the thumb of the slider is at the mark of the chart, and the arrow keys lead from value to value', async ({
  page,
  onPhoneToo,
}) => {
  const reader = page.getByRole('slider', { name: 'Read a value' });
  for (const [slug, text] of [
    ['inflation-australia', /^19\d\d: /],
    ['rba-cash-rate-changes', /^\d+ \w+ \d{4}: /],
  ] as const) {
    await page.goto(`/data/${slug}`);
    const chart = page.getByRole('img', { name: /^Line chart/ });
    await onPhoneToo(async () => {
      await expect(chart).toHaveAttribute('style', /width/);
      for (const share of [0.25, 0.5, 0.75]) {
        // The chart follows the size of the page, and the slider the pointer, a moment later.
        await expect(async () => {
          const canvas = (await chart.boundingBox())!;
          const x = canvas.width * share;
          await chart.hover({ position: { x, y: 100 } });
          const [slider, places, value] = [
            (await reader.boundingBox())!,
            Number(await reader.getAttribute('max')),
            Number(await reader.inputValue()),
          ];
          // The thumb is 16 px wide.
          const pixelsPerPlace = (slider.width - 16) / places;
          const marked = slider.x + 8 + value * pixelsPerPlace;
          // The rate was constant for up to four years, and the mark is at its change.
          const atMost = slug === 'inflation-australia' ? pixelsPerPlace / 2 : 48 * pixelsPerPlace;
          expect(canvas.x + x - marked).toBeLessThanOrEqual(atMost + 1);
          expect(canvas.x + x - marked).toBeGreaterThanOrEqual(-pixelsPerPlace / 2 - 1);
        }).toPass();
        if (share < 0.5) await expect(reader).toHaveAttribute('aria-valuetext', text);
      }
    });
  }
  await page.mouse.move(0, 0);
  await reader.press('Home');
  await expect(reader).toHaveAttribute('aria-valuetext', /^23 Jan 1990: 17.25 /);
  await reader.press('ArrowRight');
  await expect(reader).toHaveAttribute('aria-valuetext', /^15 Feb 1990: /);
  await reader.press('ArrowLeft');
  await expect(reader).toHaveAttribute('aria-valuetext', /^23 Jan 1990: 17.25 /);
});

test('the legend of an overlay on a phone has the colours of its lines', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 });
  await page.goto('/data/inflation-australia?from=2000&with=rba-cash-rate-changes');
  const chart = page.getByRole('figure').filter({ has: page.getByRole('img', { name: /^Line chart/ }) });
  await expect(chart.getByRole('img')).toHaveAttribute('style', /width/);
  // The keys of the legend are above each other.
  const keys = await chart.evaluate((figure) => {
    const canvas = figure.querySelector('canvas')!;
    const probe = document.body.appendChild(document.createElement('i'));
    const tokens = ['--accent', '--muted'].map((token) => {
      probe.style.backgroundColor = `var(${token})`;
      return getComputedStyle(probe).backgroundColor;
    });
    probe.remove();
    const legendHeight = 50;
    const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, legendHeight);
    const colors = Array.from({ length: data.length / 4 }, (_, index) =>
      data[4 * index + 3] === 255 ? `rgb(${data.slice(4 * index, 4 * index + 3).join(', ')})` : '',
    );
    const column = colors.indexOf(tokens[0]!) % canvas.width;
    const inColumn = new Set(colors.filter((_, index) => index % canvas.width === column));
    return tokens.filter((token) => inColumn.has(token)).length;
  });
  expect(keys).toBe(2);
});

test('an invalid range is refused beside its field, which keeps the focus', async ({ page }) => {
  await page.goto('/data/inflation-australia?from=2020');
  const to = page.getByLabel('To', { exact: true });
  await to.fill('2010');
  await to.press('Enter');
  await expect(to).toHaveAccessibleDescription(/^Must not be before the start\./);
  await expect(to).toBeFocused();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Inflation in Australia');
  await to.fill('2022');
  await to.press('Enter');
  await expect(page.getByText('All 3 values as a table')).toBeVisible();
  await expect(to).toBeFocused();
  await page.goto('/data/inflation-australia?from=1900&to=1950');
  await expect(page.getByText('There are no figures in this range.')).toBeVisible();
});

test('a loan names the vintage of its rates until the user changes one, also after it is saved', async ({
  page,
  onPhoneToo,
  expectNoSidewaysScroll,
}) => {
  await signInNew(page, 'rates');
  await page.goto('/data');
  const panel = page.getByRole('region', { name: 'What would my loan have cost since 1990?' });
  await expect(panel).toContainText('Figures to 1 October 2026');
  await panel.getByLabel('Amount').fill('100,000');
  await panel.getByRole('link', { name: 'Open in the loan calculator' }).click();
  await expect(page.getByLabel('Annual Interest Rate (%)')).toHaveValue('19.75');
  const summary = page.getByRole('region', { name: 'Summary' });
  const line =
    /Rates: cash rate target, vintage [0-9a-f]{12}, known from \d+ \w+ 2026, plus 2\.5\. Figures to 1 October 2026, .* old/;
  await expect(summary).toContainText(line);
  await expect(page).toHaveURL(/[&]rates_from=[0-9a-f]{12}/);
  await onPhoneToo(expectNoSidewaysScroll);
  await press(page.getByRole('button', { name: 'Save', exact: true }));
  await page.getByLabel('Name').fill('Since 1990');
  await page.getByLabel('Name').press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.getByLabel('Annual Interest Rate (%)').fill('18');
  await expect(summary).not.toContainText('Rates:');
  await expect(page).not.toHaveURL(/rates_from=[0-9a-f]{12}/);

  await page.goto('/dashboard');
  const archive = page.getByRole('region', { name: 'Archive' });
  await expect(archive).toContainText(
    /cash rate target, vintage [0-9a-f]{12}\. Figures to 1 October 2026, .* old/,
  );
  await onPhoneToo(expectNoSidewaysScroll);
  await archive.getByRole('link', { name: 'Open Since 1990' }).click();
  await expect(summary).toContainText(line);
  await summary.getByRole('link', { name: /^cash rate target, vintage/ }).click();
  await expect(page).toHaveURL(/^[^?]*\/data\/rba-cash-rate-changes\?vintage=[0-9a-f]{12}$/);
});

test('invalid terms, and an unreadable cash rate, are reported', async ({ page }) => {
  // Pages of the server contain the figures.
  await page.goto('/goodbye');
  await page.route('**/api/content/datasets/rba-cash-rate-changes/', (route) => route.abort());
  await page.getByRole('button', { name: 'MORE' }).click();
  await page.getByRole('link', { name: 'DATA CORE' }).click();
  const panel = page.getByRole('region', { name: 'What would my loan have cost since 1990?' });
  await expect(panel.getByRole('alert')).toContainText('The cash rate could not be loaded');
  await page.unroute('**/api/content/datasets/rba-cash-rate-changes/');
  await panel.getByRole('button', { name: 'Try Again' }).click();
  await expect(panel).toContainText('Figures to 1 October 2026');
  await panel.getByLabel('Amount').fill('0');
  await panel.getByLabel('Margin (%)').fill('11');
  await expect(panel.getByLabel('Amount')).toHaveAccessibleDescription('Must be more than 0.');
  await expect(panel.getByLabel('Margin (%)')).toHaveAccessibleDescription('Must be from 0 to 10.');
  await expect(panel.getByRole('button', { name: 'Open in the loan calculator' })).toBeDisabled();
});

test('a reader opens a tax table at an income year, and an unknown dataset leads to the list of datasets', async ({
  page,
}) => {
  await page.goto('/data/income-tax-residents?from=2025-07');
  await expect(page.getByRole('row', { name: /2025-26 \$0 0%/ })).toBeVisible();
  await page.goto('/data/no-such');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('NO SUCH DATASET');
});
