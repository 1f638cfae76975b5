import { layoutLimits } from 'contract/layout.constants.ts';
import { expect, test } from 'vitest';
import { staffIcons } from '#app/staff/staff-icons.ts';
import { staffAreas } from '#parts/navigation/feature.ts';
import { barLinks, isCurrent, type NavLink, staffLinks, visibleLinks } from './navigation.ts';

const user = { is_staff: false, is_superuser: false };
const staff = { is_staff: true, is_superuser: false };
const superuser = { is_staff: false, is_superuser: true };

const labels = (links: readonly NavLink[]) => links.map(({ label }) => label);
const coreLabels = ['CORE', 'INTEL', 'LOAN OPS'];
const accountLabels = ['DASHBOARD', 'LOANS', 'ENCRYPTION PROTOCOLS'];
const toolLabels = ['ARSENAL', 'DATA CORE', 'SAVINGS', 'BUYING', 'SWITCH'];
const trainingLabels = ['TRAINING'];
const payLabels = ['TAKE-HOME PAY', 'STUDY LOAN', 'LOAN CHECK'];

test.each([
  ['a visitor', undefined, [...coreLabels, ...toolLabels, ...trainingLabels, ...payLabels]],
  [
    'a user',
    user,
    [...coreLabels, 'PROFILE', ...accountLabels, ...toolLabels, ...trainingLabels, ...payLabels],
  ],
  [
    'a member of staff',
    staff,
    [...coreLabels, 'COMMAND', 'PROFILE', ...accountLabels, ...toolLabels, ...trainingLabels, ...payLabels],
  ],
  [
    'a superuser',
    superuser,
    [...coreLabels, 'COMMAND', 'PROFILE', ...accountLabels, ...toolLabels, ...trainingLabels, ...payLabels],
  ],
])('the bar has the links of %s in order', (_name, viewer, expected) => {
  expect(labels(visibleLinks(barLinks, viewer))).toEqual(expected);
});

test('each link under MORE has a description', () => {
  const links = visibleLinks(barLinks, staff).slice(layoutLimits.navLinks);
  expect(links.filter(({ text }) => !text)).toEqual([]);
});

test('the links of the bar have the paths of the specification', () => {
  expect(barLinks.map(({ to }) => to)).toEqual([
    '/',
    '/about',
    '/finance/loan-calculator',
    '/admin/dashboard',
    '/profile',
    '/dashboard',
    '/loans',
    '/privacy',
    '/arsenal',
    '/data',
    '/finance/savings',
    '/finance/buying',
    '/finance/switch',
    '/training',
    '/finance/take-home-pay',
    '/finance/study-loan',
    '/finance/check',
  ]);
});

test('the links of the staff area are in their groups, each with an icon', () => {
  const groups = [undefined, ...staffAreas].map((name) => [
    name,
    ...labels(staffLinks.filter(({ area }) => area === name)),
  ]);
  expect(groups).toEqual([
    [undefined, 'Dashboard'],
    [
      'People',
      'User List',
      'Flagged people',
      'Ip investigation',
      'Blocked networks',
      'Log investigation',
      'Audit Trail',
    ],
    ['Quiz', 'Quiz Questions List', 'Add Quiz Question', 'Category List'],
    ['Site', 'Notifications', 'Reports', 'Settings'],
  ]);
  expect(staffLinks.map(({ to }) => to).toSorted()).toEqual(Object.keys(staffIcons).toSorted());
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
])('the current links at %s are %j', (pathname, expected) => {
  expect(labels(barLinks.filter((link) => isCurrent(link, pathname)))).toEqual(expected);
});
