import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { fakeApi } from '#test/fake-api.ts';
import { listOf, openScreen, respondWith, signInAsStaff, timestamp } from '#test/render-screen.tsx';

fakeApi();

const gold = {
  slug: 'gold',
  title: 'Gold',
  description: 'What an ounce costs.',
  unit: 'dollars',
  source: 'The mint',
  series: [],
  frequency: 'annual',
  first: '2024',
  last: '2024',
  vintage: '0123456789ab',
  known_from: timestamp,
  published: null,
  next_due: null,
  late_from: null,
  decimals: null,
};

beforeEach(() => {
  signInAsStaff();
  respondWith({
    getDataset: { data: gold },
    listDatasets: { data: [{ ...gold, vintage: 'ba9876543210' }] },
    listFollowedDatasets: { data: [] },
    listAuditRecords: listOf(),
    listUsers: listOf(),
    listIpRecords: { ...listOf(), totalIp: 0 },
    listLogRecords: { ...listOf(), totalLog: 0 },
    listRecordDeletions: { data: [] },
  });
});

test.each([
  ['/admin/reports?', 'to=garbage'],
  ['/admin/reports?', 'from=0001-01-01'],
  ['/admin/reports?', 'to=9999-12-31'],
  ['/admin/reports?from=2026-01-01&', 'to=2026-02-30'],
  ['/admin/userlist?', 'updated_before=garbage'],
  ['/admin/ip-address?', 'created_after=2026-02-30'],
  ['/admin/log?', 'created_before=0000-01-01'],
  ['/admin/audit?', 'created_after=31/01/2026'],
  ['/data/gold?', 'as_of=2026-02-30'],
  ['/data/gold?', 'from=2026-13'],
  ['/data/gold?from=2020&', 'to=garbage'],
])('%s%s is named, and the rest of the URL is used', async (start, part) => {
  await openScreen(start + part);
  expect(await screen.findByText('Not all of the link was understood')).toBeInTheDocument();
  expect(screen.getByText(`The rest is used. Not understood: ${part}`)).toBeInTheDocument();
});
