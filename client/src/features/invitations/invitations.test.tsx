import { screen, within } from '@testing-library/react';
import { exampleOwn } from 'contract/flags/flags.ts';
import type { Invitation } from 'contract/invitations/invitations.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { json, fakeApi, respondTo } from '#test/fake-api.ts';
import {
  expectRefusal,
  expectRetry,
  expectTexts,
  id,
  listOf,
  openScreen,
  pressAll,
  profilePath,
  respondWith,
  signInAsStaff,
  timestamp,
} from '#test/render-screen.tsx';

fakeApi();

beforeEach(signInAsStaff);

const path = `${profilePath}?tab=friends`;
const invitation: Invitation = {
  id,
  note: 'For Grace',
  created_by: 'ada',
  uses: 1,
  used: 1,
  people: [{ id, username: 'grace', registered_at: timestamp }],
  created_at: timestamp,
  expires_at: '2026-01-01T00:00:00.000Z',
  is_open: false,
};
const pageOf = (data: Invitation[], left: number | null = null) => ({
  data,
  totalInvitation: data.length,
  left,
  numOfPages: 1,
  page: 1,
});
const friends = { listFriendRequests: { received_requests: [], sent_requests: [], friends: [] } };

test('the list reports that it could not be loaded, and can be loaded again', () =>
  expectRetry(path, 'listInvitations', 'Your invitations could not be loaded.', /^No invitations yet/));

test('the list reports why a deletion was refused', () =>
  expectRefusal(path, 'deleteInvitation', { ...friends, listInvitations: pageOf([invitation]) }, [
    'Delete For Grace',
    'Delete invitation',
  ]));

test('the list says who came', () =>
  expectTexts(path, { ...friends, listInvitations: pageOf([invitation]) }, [], 'Came: grace'));

test('an invitation is created for several people, and its link is displayed once', async () => {
  respondWith({ ...friends, listInvitations: pageOf([]) });
  const url = 'https://example.org/register#invitation=x';
  const requests = respondTo('createInvitation', () => json({ msg: 'Created.', invitation, url }));
  await openScreen(path);
  await pressAll([
    'Invite somebody',
    { label: 'Note (optional)', text: 'The club' },
    { label: 'People', text: '20' },
    'Create invitation',
  ]);
  expect(await screen.findByText(url)).toBeVisible();
  expect(requests.map(({ body }) => body)).toEqual([{ note: 'The club', days: 7, uses: 20 }]);
});

test('a user who may invite nobody sees no invitations', async () => {
  respondWith({ ...friends, listInvitations: pageOf([], 0) });
  await openScreen(path);
  await screen.findByRole('heading', { name: /Requests And Friends/ });
  expect(screen.queryByText('Invitations')).toBeNull();
});

// Who has withdrawn a request, ended a friendship or blocked the user is in no list.
test.each([[[]], [[exampleOwn]]])(
  'who is in no list can be reported by email, after %j',
  async (reported) => {
    respondWith({
      ...friends,
      listOwnFlags: listOf(...reported),
      getSite: { contact_email: 'desk@example.org', social_links: [], registration_open: true, banner: null },
    });
    await openScreen(`${path}#reported`);
    const section = await screen.findByRole('region', { name: /^People You Reported/ });
    expect(await within(section).findByRole('link')).toHaveAttribute('href', 'mailto:desk@example.org');
  },
);

test.each([
  ['reported', /^People You Reported/, 'An agent will look at it.'],
  ['invitations', /^Invitations/, 'Came: grace'],
])('a link to #%s opens the section and scrolls to it', async (section, title, text) => {
  const scrolled: string[] = [];
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(async function scroll(this: Element) {
    scrolled.push(this.id);
  });
  respondWith({ ...friends, listInvitations: pageOf([invitation]), listOwnFlags: listOf(exampleOwn) });
  await openScreen(`${path}#${section}`);
  expect(await screen.findByText(text)).toBeVisible();
  expect(screen.getByRole('button', { name: title })).toHaveAttribute('aria-expanded', 'true');
  expect(scrolled).toEqual([section]);
});
