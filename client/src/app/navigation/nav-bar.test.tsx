import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { agent, signedIn } from '#test/fake-session.ts';
import { NavBar } from './nav-bar.tsx';
import type { NavLink } from './navigation.ts';

const six: NavLink[] = ['ONE', 'TWO', 'THREE', 'FOUR', 'FIVE', 'SIX'].map((label) => ({
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

function narrowScreen() {
  vi.spyOn(window, 'matchMedia').mockReturnValue({
    matches: true,
    addEventListener() {},
    removeEventListener() {},
  } as unknown as MediaQueryList);
}

const shownLinks = () => screen.queryAllByRole('link').map((link) => link.textContent);

test('a wide bar shows four links, and the rest under MORE', async () => {
  renderBar(six);
  expect(shownLinks()).toEqual(['ONE', 'TWO', 'THREE', 'FOUR']);

  await userEvent.click(screen.getByRole('button', { name: 'MORE' }));
  expect(shownLinks()).toEqual(['ONE', 'TWO', 'THREE', 'FOUR', 'FIVE', 'SIX']);
});

test('MORE opens a panel of groups, each link with what its screen is for', async () => {
  renderBar([
    ...six,
    { ...six[0]!, to: '/DATA', label: 'DATA', group: 'Guides and data', text: 'Series of figures.' },
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

test('four links need no MORE', () => {
  renderBar(six.slice(0, 4));
  expect(screen.queryByRole('button', { name: 'MORE' })).not.toBeInTheDocument();
});

test('a narrow bar keeps every link behind the hamburger', async () => {
  narrowScreen();
  renderBar(six);
  expect(shownLinks()).toEqual([]);

  const menu = screen.getByRole('button', { name: 'MENU' });
  await userEvent.click(menu);
  expect(menu).toHaveAttribute('aria-expanded', 'true');
  expect(shownLinks()).toEqual(six.map(({ label }) => label));
});

test('a menu closes with Escape, giving the focus back, and with a choice', async () => {
  renderBar(six);
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

test('a menu closes when the focus or a press goes elsewhere', async () => {
  renderBar(six);
  const more = screen.getByRole('button', { name: 'MORE' });

  await userEvent.click(more);
  await userEvent.tab({ shift: true });
  expect(more).toHaveAttribute('aria-expanded', 'false');

  await userEvent.click(more);
  await userEvent.click(document.body);
  expect(more).toHaveAttribute('aria-expanded', 'false');
});

test('the current page is marked in the bar', () => {
  renderBar(six);
  expect(screen.getByRole('link', { current: 'page' })).toHaveTextContent('TWO');
  expect(screen.getByRole('button', { name: 'MORE' })).not.toHaveAttribute('aria-current');
});

test('MORE is marked while the current page is among its links', () => {
  renderBar(six, '/SIX');
  expect(screen.getByRole('button', { name: 'MORE' })).toHaveAttribute('aria-current', 'true');
});

test('without a visible link the bar says NO LINKS AVAILABLE', () => {
  renderBar([{ label: 'COMMAND', to: '/admin/dashboard', covers: '/admin/*', access: 'staff' }]);
  const bar = within(screen.getByRole('navigation', { name: 'Main' }));
  expect(bar.getByText('NO LINKS AVAILABLE')).toBeInTheDocument();
});

test('a signed-in user has an icon that leads to their profile, and one to their notifications', () => {
  renderBar(six);
  expect(screen.queryByRole('link', { name: 'Your profile' })).not.toBeInTheDocument();
  act(() => void signedIn());
  expect(screen.getByRole('link', { name: 'Your profile' })).toHaveAttribute(
    'href',
    `/user-profile/${agent.id}`,
  );
  // Until the bell's code is there.
  expect(screen.getByRole('link', { name: 'Notifications' })).toHaveAttribute('href', '/notifications');
});
