import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { fakeApi, json, refusal, respondTo } from '#test/fake-api.ts';
import { enter } from '#test/render-at.tsx';
import { expectRetry, id, listOf, openScreen, respondWith, signInAsStaff } from '#test/render-screen.tsx';

fakeApi();
beforeEach(signInAsStaff);

const path = '/admin/network-blocks';
const block = {
  id,
  network: '203.0.113.0/24',
  reason: 'Guesses passwords.',
  created_at: '2026-11-24T01:02:03.000Z',
  created_by: null,
  ends_at: '2026-12-24T01:02:03.000Z',
  ended_at: null,
  ended_by: null,
  end_reason: null,
  state: 'active',
  refused: 1_234,
};
const preview = {
  network: '203.0.113.0/24',
  addresses: 2,
  matches: {},
  user_count: 1,
  users: [{ id, username: 'ada', last_seen: '2026-11-24T01:02:03.000Z' }],
  sign_ins: 1,
  failed_sign_ins: 340,
  registrations: 0,
  protected: ['The network contains your own IP address.'],
};

test('the list reports that it could not be loaded, and can be loaded again', () =>
  expectRetry(path, 'listNetworkBlocks', 'Failed to fetch the blocks', /^No block found/));

test('a block names its network, reason, author and refusals, and is ended with a reason', async () => {
  respondWith({ listNetworkBlocks: listOf(block) });
  const ended = respondTo('endNetworkBlock', () => json({ msg: 'The block has ended.', block }));
  await openScreen(path);
  expect(await screen.findByRole('link', { name: '203.0.113.0/24' })).toBeInTheDocument();
  expect(screen.getByText('1,234')).toBeInTheDocument();
  expect(screen.getByText('a deleted user')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'End Block 203.0.113.0/24' }));
  enter('Reason', 'A mistake.');
  await userEvent.click(screen.getByRole('button', { name: 'End Block' }));
  await expect.poll(() => ended[0]?.body).toEqual({ reason: 'A mistake.' });
});

test('the dialog displays whom a block would hit, and why it would be refused', async () => {
  respondWith({ listNetworkBlocks: listOf(block) });
  respondTo('previewNetworkBlock', () => json(preview));
  await openScreen(`${path}#block=203.0.113.0/24`);
  expect(await screen.findByRole('link', { name: 'ada' })).toBeInTheDocument();
  expect(screen.getByText('THIS NETWORK CANNOT BE BLOCKED')).toBeInTheDocument();
});

test('asks before the reason of a block that is not saved is lost to a look at a user', async () => {
  respondWith({ listNetworkBlocks: listOf(block) });
  respondTo('previewNetworkBlock', () => json(preview));
  await openScreen(`${path}#block=203.0.113.0/24`);
  const user = await screen.findByRole('link', { name: 'ada' });
  enter('Reason', 'Guesses passwords.');
  await userEvent.click(user);
  expect(await screen.findByRole('dialog', { name: 'LEAVE WITHOUT SAVING?' })).toBeInTheDocument();
});

test('where looks need a reason, that of the block is stated before the counts are asked for', async () => {
  respondWith({ listNetworkBlocks: listOf(block) });
  const asked = respondTo('previewNetworkBlock', ({ body }) =>
    (body as { view_reason?: string }).view_reason
      ? json({ ...preview, protected: [] })
      : refusal('view_reason_required', 'State a reason first.'),
  );
  await openScreen(`${path}#block=203.0.113.0/24`);
  const count = await screen.findByRole('button', { name: 'Count with this reason' });
  expect(count).toBeDisabled();
  enter('Reason', 'Guesses passwords.');
  await userEvent.click(count);
  expect(await screen.findByRole('link', { name: 'ada' })).toBeInTheDocument();
  expect(asked.at(-1)?.body).toMatchObject({ network: '203.0.113.0/24', view_reason: 'Guesses passwords.' });
});

test('a network that is entered is counted when the agent asks for it, and not on the way', async () => {
  respondWith({ listNetworkBlocks: listOf(block) });
  const asked = respondTo('previewNetworkBlock', () => json(preview));
  await openScreen(`${path}#block=`);
  await screen.findByLabelText('IP address or network');
  enter('IP address or network', '203.0.113.0/24');
  enter('Reason', 'Guesses passwords.');
  expect(asked).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Count' }));
  expect(await screen.findByRole('link', { name: 'ada' })).toBeInTheDocument();
  expect(asked.map(({ body }) => (body as { network: string }).network)).toEqual(['203.0.113.0/24']);
  await userEvent.type(screen.getByLabelText('IP address or network'), '{Backspace}');
  expect(screen.queryByRole('link', { name: 'ada' })).toBeNull();
  expect(asked).toHaveLength(1);
});

test('a reason that is too long for a look says so, and is not sent with one', async () => {
  respondWith({ listNetworkBlocks: listOf(block) });
  const asked = respondTo('previewNetworkBlock', () =>
    refusal('view_reason_required', 'State a reason first.'),
  );
  await openScreen(`${path}#block=203.0.113.0/24`);
  const count = await screen.findByRole('button', { name: 'Count with this reason' });
  await userEvent.click(screen.getByLabelText('Reason'));
  await userEvent.paste('x'.repeat(201));
  expect(count).toBeDisabled();
  expect(screen.getByText(/at most 200 characters/)).toBeInTheDocument();
  expect(asked).toHaveLength(1);
  await userEvent.keyboard('{Backspace}');
  expect(count).toBeEnabled();
});

const counts = {
  addresses: 2,
  records: 351,
  failed: 340,
  signed_in: 2,
  accounts: 4,
  last_at: block.created_at,
};
const listNetworks = listOf(
  { ...counts, network: '203.0.113.0/24', blocked_by: null },
  { ...counts, network: '198.51.100.0/24', blocked_by: '198.51.0.0/16' },
);

test('a network of the latest records has a line with its counts, from which it is blocked on the same screen', async () => {
  respondWith({ listNetworks, previewNetworkBlock: preview });
  await openScreen(`${path}?by=network`);
  const line = (await screen.findByRole('link', { name: '203.0.113.0/24' })).closest('tr, li');
  expect(line).toHaveTextContent(/340.*2.*4/);
  expect(screen.getAllByRole('link', { name: /^Block / })).toHaveLength(1);
  expect(screen.getByRole('link', { name: '198.51.0.0/16' })).toHaveAttribute(
    'href',
    '/admin/network-blocks?network=198.51.0.0%2F16',
  );
  await userEvent.click(screen.getByRole('link', { name: 'Block 203.0.113.0/24' }));
  const dialog = await screen.findByRole('dialog', { name: 'Block a Network' });
  await waitFor(() => expect(dialog).toHaveTextContent('340 failed'));
});

const cardOf = (name: string) => screen.getByRole('heading', { name }).closest('li');

test('the card of a network without a block has no empty label', async () => {
  localStorage.setItem('view of networks', 'cards');
  respondWith({ listNetworks });
  await openScreen(`${path}?by=network`);
  await screen.findByRole('heading', { name: '203.0.113.0/24' });
  expect(cardOf('203.0.113.0/24')).not.toHaveTextContent('Blocked by');
  expect(cardOf('198.51.100.0/24')).toHaveTextContent('Blocked by');
});
