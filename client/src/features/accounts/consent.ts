import { useSyncExternalStore } from 'react';
import { localStorageItem } from '#session/local-storage-item.ts';

const accepted = 'accepted';
const stored = localStorageItem('userConsent');

export function acceptConsent(): void {
  stored.set(accepted);
}

/** Whether this browser's user has consented. */
export function useConsent(): boolean {
  return useSyncExternalStore(stored.subscribe, stored.get) === accepted;
}

interface ConsentCategory {
  id: string;
  label: string;
  /** What is stored, and why. */
  use: string;
  /** The service cannot work without it: ticked for everyone, and locked. */
  necessary?: true;
}

/** What an account stores, in the browser and on the server; the privacy policy has the details. */
export const consentCategories: readonly ConsentCategory[] = [
  {
    id: 'necessary',
    label: 'Necessary',
    use: 'The signs that you are signed in and that a request is yours, and this consent. Always on.',
    necessary: true,
  },
  { id: 'preferences', label: 'Preferences', use: 'Your choice of theme, in this browser.' },
  { id: 'session-timer', label: 'Session timer', use: 'When you will be signed out, for the countdown.' },
  {
    id: 'trusted-device',
    label: 'Trusted device',
    use: 'A token that lets this browser in while a stranger’s wrong guesses lock your account.',
  },
  {
    id: 'registration-progress',
    label: 'Registration progress',
    use: 'A mark that an email awaits you, until you have verified your address.',
  },
  {
    id: 'account-email',
    label: 'Account email',
    use: 'Verification, recovery and security notices to your address. No newsletters.',
  },
  {
    id: 'security-records',
    label: 'Security records',
    use: 'The IP address of your sign-ins and account changes, to find misuse.',
  },
  {
    id: 'service-logs',
    label: 'Service logs',
    use: 'What happened and when, with your username, to run and mend the service.',
  },
  {
    id: 'profile-and-friends',
    label: 'Profile and friends',
    use: 'What you choose to add. Other users can find your username and picture.',
  },
];
