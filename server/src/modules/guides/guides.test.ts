import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { BuyingBody } from 'contract/buying/buying-fields.ts';
import { buyingFragment, buyingIncomeFragment, studyLoanFragment } from 'contract/calculations/link-names.ts';
import { StudyLoanBody } from 'contract/study-loan/study-loan.ts';
import { getGuide, GuideHead, listGuides } from 'contract/guides/guides.ts';
import { StatementBody } from 'contract/statements/statement-fields.ts';
import { calculateSavings, calculateScenario } from 'contract/scenarios/scenarios.ts';
import { switchLoan } from 'contract/scenarios/switching.ts';
import request from 'supertest';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { contentFolder } from '#root-folders.ts';
import { readLaw } from '#domain/finance/law-files.ts';
import { buyingRules } from 'contract/buying/buying-rules.ts';
import { indexationRules } from '#modules/study-loan/indexation.ts';
import { readTaxRules } from '#modules/take-home-pay/tax-rules.ts';
import { inRange } from '#modules/datasets/dataset-range.ts';
import { buyingResult } from 'engine/buying/buying.ts';
import { savingsResult } from 'engine/calculators/savings.ts';
import { scenarioResult } from 'engine/calculators/scenario.ts';
import { statementResult } from 'engine/calculators/statement.ts';
import { studyLoanResult } from 'engine/calculators/study-loan.ts';
import { switchResult } from 'engine/calculators/switch.ts';
import { finish } from 'engine/slices.ts';
import { datasetOf } from '#test/dataset-figures.ts';
import { useTestApp } from '#test/app.ts';
import { readGuide } from './guides.files.ts';

const datasetsFolder = join(contentFolder, 'datasets');
const guidesFolder = join(contentFolder, 'guides');

const test = useTestApp({ RATE_LIMIT_SCALE: '1000' });

interface GuideLink {
  file: string;
  line: number;
  text: string;
  url: string;
  /** The path of a figure in the response of its calculation. */
  field: string | undefined;
}

const files = readdirSync(guidesFolder);
const textOf = (file: string) => readFileSync(join(guidesFolder, file), 'utf8');
const links = files.flatMap((file): GuideLink[] =>
  [...textOf(file).matchAll(/\[([^\]]*)\]\(([^\s)]+)(?: "([^"]*)")?\)/g)].map((match) => {
    const [, text = '', url = '', field] = match;
    const line = textOf(file).slice(0, match.index).split('\n').length;
    return { file, line, text, url, field };
  }),
);
const figures = links.filter(({ field }) => field !== undefined);
const datasets = readdirSync(datasetsFolder);
const pages = new Set([
  '/finance/loan-calculator',
  '/finance/savings',
  '/finance/buying',
  '/finance/study-loan',
  '/finance/switch',
  '/finance/check',
  ...files.map((file) => `/arsenal/guides/${file.replace('.md', '')}`),
  ...datasets.map((slug) => `/data/${slug}`),
]);

/** The options that guides use, out of those that a URL of WHAT IF may contain. */
function scenarioOf({ searchParams, hash }: URL): object {
  const options = new URLSearchParams(hash.replace('#what-if', ''));
  const pairs = (name: string) => options.getAll(name).map((value) => value.split(':'));
  const [offset] = pairs('offset');
  const [fees] = pairs('fees');
  return {
    total_loan_amount: searchParams.get('amount'),
    duration_months: searchParams.get('months'),
    annual_interest_rate: searchParams.get('rate'),
    compounding_frequency: searchParams.get('compounding'),
    payment_frequency: options.get('payments') ?? 'monthly',
    payment_basis: options.get('basis') ?? 'exact',
    interest_only_periods: Number(options.get('interest_only') ?? 0),
    extra_payments: pairs('extra').map(([amount, from]) => ({ amount, from_period: Number(from ?? 1) })),
    lump_sums: pairs('lump').map(([amount, period]) => ({ amount, period: Number(period) })),
    rate_changes: pairs('rate_from').map(([rate, period]) => ({
      annual_interest_rate: rate,
      period: Number(period),
    })),
    offset: offset && { balance: offset[0], deposit_per_period: offset[1] ?? 0 },
    fees: fees && { upfront: fees[0], per_period: fees[1] ?? 0 },
  };
}

function savingsOf({ hash }: URL): object {
  const terms = new URLSearchParams(hash.slice(1));
  return {
    opening_balance: terms.get('opening'),
    deposit_per_month: terms.get('deposit'),
    duration_months: terms.get('months'),
    annual_interest_rate: terms.get('rate'),
    inflation_rate: terms.get('inflation'),
  };
}

/** The terms that guides use, out of those that a URL of a switch may contain. */
function switchOf({ hash }: URL): object {
  const terms = new URLSearchParams(hash.slice(1));
  return {
    current: {
      total_loan_amount: terms.get('owed'),
      duration_months: terms.get('months'),
      annual_interest_rate: terms.get('rate'),
      compounding_frequency: terms.get('compounding'),
    },
    offers: terms.getAll('offer').map((text) => {
      const offer = new URLSearchParams(text);
      return {
        annual_interest_rate: offer.get('rate'),
        duration_months: offer.get('months'),
        switching_costs: offer.get('costs'),
      };
    }),
  };
}

const taxYears = readTaxRules(join(contentFolder, 'tax-rules.json'));
const buyingLaw = { rules: readLaw(join(contentFolder, 'buying-rules.json'), buyingRules), taxYears };
const studyLoanLaw = {
  indexation: readLaw(join(contentFolder, 'study-loan-indexation.json'), indexationRules),
  taxYears,
};

/** The fields of a fragment with these names. */
function fieldsOf(names: Readonly<Record<string, string>>, { hash }: URL) {
  const terms = new URLSearchParams(hash.slice(1));
  const present = Object.entries(names).filter(([, name]) => terms.has(name));
  return Object.fromEntries(
    present.map(([field, name]): [string, unknown] => {
      const text = terms.get(name);
      return [field, text === 'true' ? true : text];
    }),
  );
}

function buyingOf(url: URL): object {
  const income = fieldsOf(buyingIncomeFragment, url);
  return { ...fieldsOf(buyingFragment, url), incomes: income['income'] ? [income] : [] };
}

const studyLoanOf = (url: URL): object => {
  const { incomes, ...terms } = fieldsOf(studyLoanFragment, url);
  return { ...terms, incomes: String(incomes).split(',') };
};

const sampleStatement: unknown = JSON.parse(
  readFileSync(join(contentFolder, 'sample-statement.json'), 'utf8'),
);

function calculated(url: URL): unknown {
  if (url.pathname === '/finance/check') return finish(statementResult(StatementBody.parse(sampleStatement)));
  if (url.pathname === '/finance/buying') return buyingResult(buyingLaw, BuyingBody.parse(buyingOf(url)));
  if (url.pathname === '/finance/study-loan')
    return studyLoanResult(studyLoanLaw, StudyLoanBody.parse(studyLoanOf(url)));
  if (url.pathname === '/finance/savings') return savingsResult(calculateSavings.body.parse(savingsOf(url)));
  return url.pathname === '/finance/switch'
    ? finish(switchResult(switchLoan.body.parse(switchOf(url))))
    : scenarioResult(calculateScenario.body.parse(scenarioOf(url)));
}

/** The last value of a dataset in the range of its URL. */
function valueAt({ pathname, searchParams }: URL): number | undefined {
  const range = { from: searchParams.get('from') ?? undefined, to: searchParams.get('to') ?? undefined };
  const dataset = datasetOf(pathname.replace('/data/', ''));
  return inRange(dataset, dataset.about.frequency, range).series?.at(-1)?.value;
}

async function computed(link: string, field: string): Promise<unknown> {
  const url = new URL(link, 'http://localhost');
  if (url.pathname.startsWith('/data/')) return valueAt(url);
  return field
    .split('.')
    .reduce<unknown>(
      (holder, name) => new Map(Object.entries(holder ?? {})).get(name),
      await calculated(url),
    );
}

/** Formats money, unless the figure is a rate or a number of payments. */
function shown(value: unknown, field: string): string {
  if (field === 'effective_monthly_rate_percent') return `${Number(value).toFixed(5)}%`;
  if (/percent$|^value$/.test(field)) return `${Number(value).toFixed(2).replace('-', '−')}%`;
  if (/period/.test(field)) return String(value);
  if (field.endsWith('price')) return `$${Number(value).toLocaleString('en-AU')}`;
  // Guides say in words which of the two is lower.
  const amount = field.includes('.difference.') ? Math.abs(Number(value)) : Number(value);
  return amount.toLocaleString('en-AU', { style: 'currency', currency: 'AUD' });
}

describe('guides', () => {
  it('are listed, and each is returned as Markdown', async () => {
    const { body, headers } = await request(test.app.server).get(listGuides.url).expect(200);
    const data = body.data as { slug: string; title: string; minutes: number }[];
    expect(data).toHaveLength(files.length);
    expect(headers['cache-control']).toBe('public, max-age=86400');
    for (const { slug, title, minutes } of data) {
      const guide = await request(test.app.server).get(getGuide.url.replace(':slug', slug)).expect(200);
      expect(guide.body.data).toMatchObject({ slug, title, minutes });
      expect(guide.body.data.body).toMatch(/^\S/);
    }
  });

  it('are not sent again to clients that have them, and are a 404 with an unknown name', async () => {
    const url = getGuide.url.replace(':slug', 'interest-only');
    const { headers } = await request(test.app.server).get(url).expect(200);
    await request(test.app.server).get(url).set('if-none-match', String(headers['etag'])).expect(304);
    await request(test.app.server).get(getGuide.url.replace(':slug', 'no-such')).expect(404);
  });

  it.each([
    ['br', 'gzip, deflate, br, zstd', brotliDecompressSync],
    ['br', 'br', brotliDecompressSync],
    ['gzip', 'gzip, br;q=0', gunzipSync],
    [undefined, 'identity', (sent: Buffer) => sent],
  ])('are sent with the encoding %s to clients that accept %s', async (encoding, accepted, read) => {
    const url = getGuide.url.replace(':slug', 'interest-only');
    const plain = await test.app.inject({ url });
    const { headers, rawPayload } = await test.app.inject({ url, headers: { 'accept-encoding': accepted } });
    expect(headers['content-encoding']).toBe(encoding);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    // On a loopback url any local origin is allowed, so `Vary` contains `Origin`, too.
    expect(headers['vary']).toBe('Origin, accept-encoding');
    expect(read(rawPayload).toString()).toBe(plain.payload);
  });

  it.each(files)('%s has 600 to 1,500 words', (file) => {
    const words = textOf(file)
      .replace(/^---.*?---/s, '')
      .replaceAll(/\]\([^)]*\)/g, ']')
      .split(/\s+/)
      .filter((word) => /\w/.test(word));
    expect(words.length).toBeGreaterThanOrEqual(600);
    expect(words.length).toBeLessThanOrEqual(1_500);
  });

  it.each(files)('%s uses terms of the glossary', (file) => {
    const glossary = JSON.parse(readFileSync(join(contentFolder, 'glossary.json'), 'utf8')) as {
      term: string;
    }[];
    const [, head = ''] = textOf(file).split('---');
    const unknown = GuideHead.parse(parse(head)).terms.filter(
      (name) => !glossary.some(({ term }) => term === name),
    );
    expect(unknown).toEqual([]);
  });

  it('link to pages that exist', () => {
    const broken = links.filter(({ url }) => !pages.has(url.split(/[?#]/)[0] ?? ''));
    expect(broken.map(({ file, line, url }) => `${file}:${line} ${url}`)).toEqual([]);
  });

  it.each(figures.map((figure) => ({ ...figure, at: `${figure.file}:${figure.line}` })))(
    '$at: $text is the $field of the linked calculation or dataset',
    async ({ text, url, field = '' }) => {
      expect(text).toBe(shown(await computed(url, field), field));
    },
  );

  it.each(files)(
    '%s states amounts to the cent only if they are linked, an input or a difference',
    (file) => {
      const own = links.filter((link) => link.file === file);
      const amounts = own.flatMap(({ text }) => (text.startsWith('$') ? [amountOf(text)] : []));
      const linkedNumbers = own.flatMap(({ url }) => url.match(/\d+(\.\d+)?/g) ?? []).map(Number);
      const known = new Set(
        [...amounts, ...linkedNumbers, ...amounts.flatMap((one) => amounts.map((other) => one - other))].map(
          cents,
        ),
      );
      const unlinked = textOf(file).replaceAll(/\[[^\]]*\]\([^)]*\)/g, '');
      const stray = (unlinked.match(/\$[\d,]+\.\d\d/g) ?? []).filter(
        (text) => !known.has(cents(amountOf(text))),
      );
      expect(stray).toEqual([]);
    },
  );

  const head = [
    '---',
    'title: A',
    'summary: B',
    'updated: 2026-11-22',
    'terms: [interest]',
    'sources:',
    '  - name: C',
    '    url: https://example.org/',
    '    date: 2026-11-22',
    '---',
    '',
  ];
  it.each([
    ['no front matter', ['Text.'], 'a.md:1: must begin with front matter between two lines of ---'],
    ['no title', head.toSpliced(1, 1), 'a.md:2: title Required.'],
    ['a title that YAML does not read', head.with(1, 'title: A: B'), /^a\.md:2: Nested mappings/],
    ['an unknown entry', head.with(4, 'words: []'), /^a\.md:/],
    ['a day that is none', head.with(3, 'updated: 2026-02-30'), 'a.md:4: updated Invalid ISO date'],
    ['an url that is none', head.with(7, '    url: moneysmart'), 'a.md:8: sources 0 url Invalid URL'],
    ['a source without its day', head.toSpliced(8, 1), 'a.md:7: sources 0 date Required.'],
  ])('with %s are refused with the name of the file and the line', (_fault, lines, message) => {
    expect(() => readGuide('a.md', lines.join('\n'))).toThrow(message);
    expect(readGuide('a.md', [...head, 'Text.'].join('\n'))).toMatchObject({ slug: 'a', body: 'Text.' });
  });
});

const amountOf = (text: string) => Number(text.replaceAll(/[$,]/g, ''));
const cents = (amount: number) => Math.round(100 * amount);
