/** The same for everybody in the demonstration, which runs on this machine only. */
export const demoPassword = 'tin whistle at dawn';

/** The four ways into the demonstration: who it is, and where to begin. */
export const demoPeople = [
  {
    username: 'ada',
    who: 'a borrower with saved calculations, objectives and friends',
    path: '/dashboard',
  },
  {
    username: 'ben',
    who: 'her partner, with whom she shares a loan',
    path: '/dashboard',
  },
  {
    username: 'grace',
    who: 'an agent, who finds an attack in the records',
    path: '/admin/ip-address?action=login_failed',
    isStaff: true,
  },
  {
    username: 'director',
    who: 'a superuser',
    path: '/admin/dashboard',
    isStaff: true,
    isSuperuser: true,
  },
] as const;

/** Everybody else who uses the demonstration. The attack finds the password of the first of them. */
export const crowd = [
  'carol',
  'dan',
  'erin',
  'faythe',
  'gil',
  'heidi',
  'ivan',
  'judy',
  'kim',
  'lee',
  'mallory',
  'niaj',
  'olivia',
  'peggy',
  'quinn',
  'rupert',
  'sybil',
  'trent',
  'uma',
  'victor',
  'walter',
  'xenia',
  'yusuf',
  'zoe',
] as const;
