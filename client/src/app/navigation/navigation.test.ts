import { layoutLimits } from 'contract/layout.constants.ts';
import { expect, test } from 'vitest';
import { barLinks, isCurrent, type NavLink, staffLinks, visibleLinks } from './navigation.ts';

const user = { is_staff: false, is_superuser: false };
const staff = { is_staff: true, is_superuser: false };
const superuser = { is_staff: false, is_superuser: true };

const labels = (links: readonly NavLink[]) => links.map(({ label }) => label);
const core = ['CORE', 'INTEL', 'LOAN OPS'];
const own = ['DASHBOARD', 'ENCRYPTION PROTOCOLS'];
const further = ['ARSENAL', 'DATA CORE', 'SAVINGS', 'BORROWING POWER', 'SWITCH'];
const training = ['TRAINING'];
const pay = ['TAKE-HOME PAY'];

test.each([
  ['a visitor', undefined, [...core, ...further, ...pay]],
  ['a user', user, [...core, 'PROFILE', ...own, ...further, ...training, ...pay]],
  ['a member of staff', staff, [...core, 'COMMAND', 'PROFILE', ...own, ...further, ...training, ...pay]],
  ['a superuser', superuser, [...core, 'COMMAND', 'PROFILE', ...own, ...further, ...training, ...pay]],
])('in the bar %s sees exactly their links, in their order', (_who, who, expected) => {
  expect(labels(visibleLinks(barLinks, who))).toEqual(expected);
});

test('each screen under MORE says what it is for', () => {
  const texts = visibleLinks(barLinks, staff).slice(layoutLimits.navLinks);
  expect(texts.filter(({ text }) => !text)).toEqual([]);
});

test('the bar’s links lead where the specification says', () => {
  expect(barLinks.map(({ to }) => to)).toEqual([
    '/',
    '/about',
    '/finance/loan-calculator',
    '/admin/dashboard',
    '/profile',
    '/dashboard',
    '/privacy',
    '/arsenal',
    '/data',
    '/finance/savings',
    '/finance/borrowing-power',
    '/finance/switch',
    '/training',
    '/finance/take-home-pay',
  ]);
});

test('the staff area’s links stand in the order of the specification', () => {
  const specified = [
    'Dashboard',
    'Add Quiz Question',
    'Quiz Questions List',
    'Ip investigation',
    'Log investigation',
    'User List',
    'Category List',
    'Settings',
    'Reports',
    'Notifications',
  ];
  expect(labels(staffLinks).filter((label) => specified.includes(label))).toEqual(specified);
});

test('staff do not see the links that only superusers may open', () => {
  const link: NavLink = { label: 'X', to: '/admin/x', covers: '/admin/x', access: 'superuser' };
  expect(visibleLinks([link], staff)).toEqual([]);
  expect(visibleLinks([link], superuser)).toEqual([link]);
});

test.each([
  ['/', ['CORE']],
  ['/about/', ['INTEL']],
  ['/admin/userlist', ['COMMAND']],
  ['/user-profile/01930a4e-7c00-7000-8000-00000000000f', ['PROFILE']],
  ['/login', []],
])('the links for %s are %j', (pathname, expected) => {
  expect(labels(barLinks.filter((link) => isCurrent(link, pathname)))).toEqual(expected);
});
