import { expect, test } from 'vitest';
import { type NavLink, isCurrent, navLinks, visibleLinks } from './nav-links.ts';

const table: NavLink[] = [
  { label: 'CORE', to: '/', visibleTo: 'all' },
  { label: 'COMMAND', to: '/admin/dashboard', visibleTo: 'staff' },
  { label: 'PROFILE', to: '/profile', visibleTo: 'user' },
];

const labels = (links: NavLink[]) => links.map(({ label }) => label);

test.each([
  ['a visitor', null, ['CORE']],
  ['a user', { is_staff: false, is_superuser: false }, ['CORE', 'PROFILE']],
  ['a member of staff', { is_staff: true, is_superuser: false }, ['CORE', 'COMMAND', 'PROFILE']],
  ['a superuser', { is_staff: false, is_superuser: true }, ['CORE', 'COMMAND', 'PROFILE']],
])('%s sees exactly their links, in the order of the table', (_who, user, expected) => {
  expect(labels(visibleLinks(table, user))).toEqual(expected);
});

test('a visitor sees CORE, INTEL and LOAN OPS', () => {
  expect(visibleLinks(navLinks, null)).toMatchObject([
    { label: 'CORE', to: '/' },
    { label: 'INTEL', to: '/about' },
    { label: 'LOAN OPS', to: '/finance/loan-calculator' },
  ]);
});

test.each([
  ['/', ['CORE']],
  ['/about/', ['INTEL']],
  ['/admin/userlist', ['COMMAND']],
  ['/user-profile/01930a4e-7c00-7000-8000-00000000000f', ['PROFILE']],
  ['/login', []],
])('the links for %s are %j', (pathname, expected) => {
  expect(labels(navLinks.filter((link) => isCurrent(link, pathname)))).toEqual(expected);
});
