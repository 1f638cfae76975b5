import type { SignedIn } from 'contract/accounts/signed-in.ts';
import { startSession } from './session.ts';

const isSignedIn = (response: object): response is SignedIn => 'user' in response;

/** Starts a session with the response, unless something else is needed first. */
export async function signInWith<Response extends object>(request: Promise<Response>): Promise<Response> {
  const requestedAtMs = Date.now();
  const response = await request;
  if (isSignedIn(response)) startSession(response, requestedAtMs);
  return response;
}
