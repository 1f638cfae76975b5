export interface Registration {
  username: string;
  email: string;
}

let last: Registration | undefined;

/** In memory only, so that other users of this browser cannot see it. */
export function storeRegistration({ username, email }: Registration): void {
  last = { username, email };
}

/** The registration of an unverified account, from the identifier of the sign-in. */
function registrationOf(identifier: string): Partial<Registration> {
  const enteredName = identifier.toLowerCase();
  const isLast = last && [last.username, last.email].some((name) => name.toLowerCase() === enteredName);
  if (isLast) return { ...last };
  return identifier.includes('@') ? { email: identifier } : { username: identifier };
}

export interface RefusedSignIn extends Partial<Registration> {
  password: string;
}

let refused: RefusedSignIn | undefined;

/** The correct credentials of an unverified account, in memory only. They authorise another verification email. */
export function storeRefusedSignIn(identifier: string, password: string): void {
  refused = { ...registrationOf(identifier), password };
}

export function refusedSignIn(): RefusedSignIn | undefined {
  return refused;
}

export function clearRefusedSignIn(): void {
  refused = undefined;
}
