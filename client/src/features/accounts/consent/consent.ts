import { useSyncExternalStore } from 'react';
import { localStorageItem } from '#session/local-storage-item.ts';

const accepted = 'accepted';
const stored = localStorageItem('userConsent');

export function acceptConsent(): void {
  stored.set(accepted);
}

/** Withdraws the consent in this browser only: the next registration asks for it again. */
export function withdrawConsent(): void {
  stored.set(null);
}

export function useConsent(): boolean {
  return useSyncExternalStore(stored.subscribe, stored.get, () => null) === accepted;
}

interface ConsentCategory {
  label: string;
  use: string;
  /** The checkbox is always ticked and disabled. */
  necessary?: true;
}

/** A summary of the privacy policy, which has the details. */
export const consentCategories: readonly ConsentCategory[] = [
  {
    label: 'Necessary',
    use: 'Cookies and storage that show that you are signed in and that a request is yours, and this consent. Always on.',
    necessary: true,
  },
  { label: 'Preferences', use: 'Your choice of theme, in this browser.' },
  { label: 'Session timer', use: 'When you will be signed out, for the countdown.' },
  {
    label: 'Trusted device',
    use: 'A token that lets this browser sign in while a stranger’s wrong guesses lock your account.',
  },
  {
    label: 'Registration progress',
    use: 'A note that we sent you a verification email, until you verify your email address.',
  },
  {
    label: 'Account email',
    use: 'Verification, recovery and security emails. No newsletters.',
  },
  { label: 'Security records', use: 'The IP address of your sign-ins and account changes, to find misuse.' },
  {
    label: 'Service logs',
    use: 'What happened and when, with your username, to run and repair the service.',
  },
  {
    label: 'Profile and friends',
    use: 'What you choose to add. Other users can find your username and picture.',
  },
];
