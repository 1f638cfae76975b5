import { durationTexts } from 'contract/durations.ts';
import { openIdLimits } from 'contract/identities/identities.constants.ts';
import { trainingLimits } from 'contract/training/training.constants.ts';

/** The personal data that the server stores: name, content and purpose. */
export const collected = [
  [
    'Account',
    'Your username, your email address, a hash of your password, if you have one, and the times when you registered and last signed in.',
    'To sign you in and to write to you about your account.',
  ],
  [
    'Linked accounts',
    'If you sign in with an account elsewhere: its provider, your identifier there, and the name and email address that the provider states.',
    'To sign you in with it.',
  ],
  [
    'Profile',
    'If you add them: date of birth, country and its dialling code, telephone number, a picture, made smaller.',
    'To show you your profile; the picture also to other users.',
  ],
  [
    'Sessions',
    'The time, IP address and browser of each sign-in, and when it was last used.',
    'To keep you signed in and to recognise a sign-in that was not yours.',
  ],
  [
    'IP records',
    'The IP address, time and kind of each registration, sign-in, failed sign-in and account change.',
    'To find break-ins and misuse.',
  ],
  [
    'Audit trail',
    'What happened to the account, when, by whom, from which IP address and browser; former usernames and email addresses.',
    'To prove what happened, so that nobody can rewrite it.',
  ],
  [
    'Logs',
    'Account events with your username; request lines with time, IP address and outcome.',
    'To run and repair the service and to stop attacks.',
  ],
  [
    'Friends',
    'Requests that you send and receive, your friends, and whom you block.',
    'To make these features work.',
  ],
  [
    'Reports',
    'What you report about other users, and what users report about you: the reason, a text, and your username and picture at that time; what staff answered.',
    'To look into what was reported.',
  ],
  [
    'Invitations',
    'Invitations that you create, with their notes, and who registered with them; whose invitation you registered with.',
    'To let people register, and to find misuse.',
  ],
  [
    'Notifications',
    'Your notifications of the last year, the notices that you have read, and your preferences.',
    'To notify you of the events you choose, once each.',
  ],
  [
    'Archive and objectives',
    'Calculations that you save, with their names and notes, the friends you share them with, and your objectives.',
    'To show them to you, and a calculation without its notes to the friends whom you choose.',
  ],
] as const;

const cookie = 'cookie';
const storage = 'local storage';

/** Every cookie and storage key of the client and the server: name, kind, purpose, expiry. */
export const storedInBrowser = [
  ['csrftoken', cookie, 'Proves that a request comes from our own pages.', 'the browser closes'],
  [
    'access_token',
    cookie,
    'Shows that you are signed in, where a program signs in by cookie.',
    durationTexts.accessToken,
  ],
  ['refresh_token', cookie, 'Renews the former during a session.', `${durationTexts.session}, or sign-out`],
  [
    'openid_*',
    cookie,
    'Ties a sign-in through your provider to this browser: one for each attempt.',
    `its end, or ${openIdLimits.identity / 60} minutes`,
  ],
  [
    'backup_link',
    cookie,
    'Lets this browser alone download the backup that a superuser asked for in it.',
    'one minute',
  ],
  [
    'user',
    storage,
    'Your session in this browser: its tokens, your id, username, email address and role.',
    'sign-out',
  ],
  ['logoutTime', storage, 'When the session ends, for the countdown.', 'sign-out'],
  [
    'device',
    storage,
    'Lets this browser sign in while a stranger’s wrong guesses lock your account.',
    'you delete it',
  ],
  [
    'emailFlag',
    storage,
    'The time until which you can verify your email address. It does not hold the email address.',
    `verification, sign-in, or ${durationTexts.verification}`,
  ],
  [
    'pendingSave',
    storage,
    'The result that you wanted to save when you registered, with your username, to save it when you first sign in.',
    `sign-in of any user, or ${durationTexts.verification}`,
  ],
  [
    'training-sample',
    storage,
    'Your answers to the sample questions, to save them as your first training when you sign in.',
    `you save or discard them, or ${trainingLimits.sampleHours} hours`,
  ],
  [
    'unsentLogouts',
    storage,
    'The refresh token of a session that you ended while the server could not be reached, to end it there too.',
    'the server’s answer',
  ],
  ['userConsent', storage, 'That you have consented to this.', 'you delete it'],
  [
    'invitation',
    'session storage',
    'The invitation whose link you opened, until you have registered with it.',
    'registration, or the tab closes',
  ],
  [
    'react-router-scroll-positions',
    'session storage',
    'How far you had scrolled, for the way back to a page.',
    'the tab closes',
  ],
  [
    'openid-return',
    'session storage',
    'The page to return to from your sign-in provider.',
    'the return, or the tab closes',
  ],
  ['dismissedNotice', storage, 'The banner that you have dismissed.', 'you delete it'],
  ['loanPurpose', storage, 'Whether you live in the home of your loan or rent it out.', 'you delete it'],
  ['scheduleFold', storage, 'Whether you fold the schedule of a loan by year.', 'you delete it'],
  ['theme', storage, 'The theme that you chose.', 'you delete it'],
  ['slashKey', storage, 'That the key / does not open the command line.', 'you turn it on, or delete it'],
  ['view of *', storage, 'Which lists of staff you see as cards.', 'you choose the table, or delete it'],
] as const;
