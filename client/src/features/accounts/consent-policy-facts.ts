import { spokenTimes } from 'contract/spoken-times.ts';

/** What the server stores about a user. */
export const collected = [
  {
    name: 'Account',
    content: 'Username, email address, a hash of your password, when you registered and last signed in.',
    purpose: 'To sign you in and to write to you about your account.',
  },
  {
    name: 'Profile',
    content:
      'If you add them: date of birth, country and its dialling code, telephone number, a picture, made smaller.',
    purpose: 'To show you your profile; the picture also to other users.',
  },
  {
    name: 'Sessions',
    content: 'The time, IP address and browser of each sign-in, and when it was last used.',
    purpose: 'To keep you signed in and to recognise a sign-in that was not yours.',
  },
  {
    name: 'IP records',
    content: 'The IP address, time and kind of each registration, sign-in, failed try and account change.',
    purpose: 'To find break-ins and misuse.',
  },
  {
    name: 'Audit trail',
    content:
      'What happened to the account, when, by whom, from which IP address and browser; former usernames and email addresses.',
    purpose: 'To prove what happened, so that nobody can rewrite it.',
  },
  {
    name: 'Logs',
    content: 'Account events with your username; request lines with time, IP address and outcome.',
    purpose: 'To run and mend the service and to fend off attacks.',
  },
  {
    name: 'Friends',
    content: 'Requests that you send and receive, your friends, and whom you block.',
    purpose: 'To make these features work.',
  },
] as const;

const cookie = 'cookie';
const storage = 'local storage';

/** What the browser stores. Every cookie and storage key of the client and the server has its row here. */
export const storedInBrowser = [
  {
    name: 'csrftoken',
    kind: cookie,
    purpose: 'Proves that a request comes from our own pages.',
    until: 'the browser closes',
  },
  {
    name: 'access_token',
    kind: cookie,
    purpose: 'Shows that you are signed in, where a program signs in by cookie.',
    until: spokenTimes.accessToken,
  },
  {
    name: 'refresh_token',
    kind: cookie,
    purpose: 'Renews the former during a session.',
    until: `${spokenTimes.session}, or sign-out`,
  },
  {
    name: 'user',
    kind: storage,
    purpose: 'Your session in this browser: its tokens, your id, username, email address and role.',
    until: 'sign-out',
  },
  {
    name: 'logoutTime',
    kind: storage,
    purpose: 'When the session ends, for the countdown.',
    until: 'sign-out',
  },
  {
    name: 'device',
    kind: storage,
    purpose: 'Lets this browser sign in while a stranger’s wrong guesses lock your account.',
    until: 'you delete it',
  },
  {
    name: 'emailFlag',
    kind: storage,
    purpose: 'That a verification email awaits you. Holds no address.',
    until: 'verification',
  },
  { name: 'userConsent', kind: storage, purpose: 'That you have consented to this.', until: 'you delete it' },
  {
    name: 'react-router-scroll-positions',
    kind: 'session storage',
    purpose: 'How far you had scrolled, for the way back to a page.',
    until: 'the tab closes',
  },
  { name: 'theme', kind: storage, purpose: 'The look that you chose.', until: 'you delete it' },
] as const;
