export interface Registration {
  username: string;
  email: string;
}

let last: Registration | undefined;

/** For as long as the page lives: nobody else at this browser is shown it. */
export function keepRegistration({ username, email }: Registration): void {
  last = { username, email };
}

/** What is known of an unverified account by what its owner typed at the login. */
export function registrationOf(identifier: string): Partial<Registration> {
  const typed = identifier.toLowerCase();
  const isLast = last && [last.username, last.email].some((name) => name.toLowerCase() === typed);
  if (isLast) return { ...last };
  return identifier.includes('@') ? { email: identifier } : { username: identifier };
}
