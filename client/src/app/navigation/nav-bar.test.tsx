import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { sessionUser, signInUser } from '#test/fake-session.ts';
import { NavBar } from './nav-bar.tsx';
import type { NavLink } from './navigation.ts';

const sixLinks: NavLink[] = ['ONE', 'TWO', 'THREE', 'FOUR', 'FIVE', 'SIX'].map((label) => ({
  label,
  to: `/${label}`,
  covers: `/${label}`,
  access: 'guest',
}));

function renderBar(links: NavLink[], path = '/TWO') {
  render(
    <MemoryRouter initialEntries={[path]}>
      <NavBar links={links} />
    </MemoryRouter>,
  );
}

function mockNarrowScreen() {
  vi.spyOn(window, 'matchMedia').mockReturnValue({
    matches: true,
    addEventListener() {},
    removeEventListener() {},
  } as unknown as MediaQueryList);
}

const visibleLinkTexts = () => screen.queryAllByRole('link').map((link) => link.textContent);

test('a wide bar displays four links, and the other links under MORE', async () => {
  renderBar(sixLinks);
  expect(visibleLinkTexts()).toEqual(['ONE', 'TWO', 'THREE', 'FOUR']);

  await userEvent.click(screen.getByRole('button', { name: 'MORE' }));
  expect(visibleLinkTexts()).toEqual(['ONE', 'TWO', 'THREE', 'FOUR', 'FIVE', 'SIX']);
});

test('MORE opens a panel with groups of links and a description of each screen', async () => {
  renderBar([
    ...sixLinks,
    { ...sixLinks[0]!, to: '/DATA', label: 'DATA', group: 'Guides and data', text: 'Series of figures.' },
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'MORE' }));
  const tools = screen.getByRole('list', { name: 'Tools' });
  expect(
    within(tools)
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual(['FIVE', 'SIX']);
  const data = screen.getByRole('list', { name: 'Guides and data' });
  expect(within(data).getByRole('listitem')).toHaveTextContent('DATASeries of figures.');
  expect(screen.queryByRole('list', { name: 'Your account' })).not.toBeInTheDocument();
});

test('a bar with four links has no MORE button', () => {
  renderBar(sixLinks.slice(0, 4));
  expect(screen.queryByRole('button', { name: 'MORE' })).not.toBeInTheDocument();
});

test('a narrow bar displays its links in a menu', async () => {
  mockNarrowScreen();
  renderBar(sixLinks);
  expect(visibleLinkTexts()).toEqual([]);

  const menu = screen.getByRole('button', { name: 'MENU' });
  await userEvent.click(menu);
  expect(menu).toHaveAttribute('aria-expanded', 'true');
  expect(visibleLinkTexts()).toEqual(sixLinks.map(({ label }) => label));
});

test('a menu closes on Escape, which returns the focus to its button, and on a click on a link', async () => {
  renderBar(sixLinks);
  const more = screen.getByRole('button', { name: 'MORE' });

  await userEvent.click(more);
  await userEvent.tab();
  expect(screen.getByRole('link', { name: 'FIVE' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  expect(more).toHaveFocus();
  expect(more).toHaveAttribute('aria-expanded', 'false');

  await userEvent.click(more);
  await userEvent.click(screen.getByRole('link', { name: 'SIX' }));
  expect(more).toHaveAttribute('aria-expanded', 'false');
});

test('a menu closes when the focus moves outside or the user clicks outside', async () => {
  renderBar(sixLinks);
  const more = screen.getByRole('button', { name: 'MORE' });

  await userEvent.click(more);
  await userEvent.tab({ shift: true });
  expect(more).toHaveAttribute('aria-expanded', 'false');

  await userEvent.click(more);
  await userEvent.click(document.body);
  expect(more).toHaveAttribute('aria-expanded', 'false');
});

test('the bar marks the link of the current page', () => {
  renderBar(sixLinks);
  expect(screen.getByRole('link', { current: 'page' })).toHaveTextContent('TWO');
  expect(screen.getByRole('button', { name: 'MORE' })).not.toHaveAttribute('aria-current');
});

test('the bar marks MORE if the link of the current page is in its panel', () => {
  renderBar(sixLinks, '/SIX');
  expect(screen.getByRole('button', { name: 'MORE' })).toHaveAttribute('aria-current', 'true');
});

test('a bar without visible links displays NO LINKS AVAILABLE', () => {
  renderBar([{ label: 'COMMAND', to: '/admin/dashboard', covers: '/admin/*', access: 'staff' }]);
  const bar = within(screen.getByRole('navigation', { name: 'Main' }));
  expect(bar.getByText('NO LINKS AVAILABLE')).toBeInTheDocument();
});

test('the bar of a signed-in user has icons that link to the profile and to the notifications', () => {
  renderBar(sixLinks);
  expect(screen.queryByRole('link', { name: 'Your profile' })).not.toBeInTheDocument();
  act(() => void signInUser());
  expect(screen.getByRole('link', { name: 'Your profile' })).toHaveAttribute(
    'href',
    `/user-profile/${sessionUser.id}`,
  );
  // This link is the fallback while the code of the bell loads.
  expect(screen.getByRole('link', { name: 'Notifications' })).toHaveAttribute('href', '/notifications');
});
