import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { renderAt } from '#parts/render-at.tsx';
import { agent, signedIn } from '#session/fake-session.ts';
import { StaffLayout } from './staff-layout.tsx';

beforeEach(() => void signedIn({ user: { ...agent, is_staff: true } }));

const openLayout = () => renderAt('/admin/log', StaffLayout);

const links = ['Dashboard', 'Ip investigation', 'Log investigation', 'User List'];
const labels = () =>
  within(screen.getByRole('navigation', { name: 'Staff' }))
    .getAllByRole('link')
    .map((link) => link.textContent);

test('the staff’s navigation stands beside the screen and marks the current one', () => {
  openLayout();
  expect(labels()).toEqual(links);
  expect(screen.getByRole('link', { name: 'Log investigation' })).toHaveAttribute('aria-current', 'page');
});

test('the staff’s navigation is a sheet from below on narrow screens, with the same links and a close button', () => {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (media) =>
      ({
        matches: true,
        media,
        addEventListener() {},
        removeEventListener() {},
      }) as unknown as MediaQueryList,
  );
  openLayout();
  expect(screen.queryByRole('navigation')).not.toBeInTheDocument();
  const button = screen.getByRole('button', { name: 'Staff menu' });
  fireEvent.click(button);
  expect(labels()).toEqual(links);
  fireEvent.click(screen.getByRole('button', { name: 'CLOSE' }));
  expect(screen.queryByRole('navigation')).not.toBeInTheDocument();
  fireEvent.click(button);
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
  expect(screen.queryByRole('navigation')).not.toBeInTheDocument();
});
