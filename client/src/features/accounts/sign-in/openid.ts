import type { OpenIdOutcome } from 'contract/identities/identities.constants.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { takeReturn } from '#parts/second-factor/provider-return.ts';

/** For the address bar: the server leads on to the provider. */
export const openIdStart = '/api/user/login/oidc/';

/** What the URL of the page says, once: the code must not stay in the history. The email is that of an account that can be linked. */
function takeArrival() {
  const { search, hash, pathname } = window.location;
  const params = new URLSearchParams(search);
  const outcome = params.get('via') === 'oidc' ? 'register' : params.get('oidc');
  if (outcome === null) return undefined;
  const fragment = new URLSearchParams(hash.slice(1));
  const [code, email] = ['code', 'email'].map((name) => fragment.get(name) ?? undefined);
  window.history.replaceState(window.history.state, '', pathname);
  return { outcome: outcome as OpenIdOutcome, code, email, state: takeReturn() };
}

/** Where the provider led the browser back. Removes it from the URL. */
export function useArrival(
  path: string,
  onArrive?: (arrival: NonNullable<ReturnType<typeof takeArrival>>) => void,
) {
  const [arrival] = useState(takeArrival);
  const navigate = useNavigate();
  const arrive = useEffectEvent(() => {
    if (!arrival) return;
    void navigate(path, { replace: true, state: arrival.state });
    onArrive?.(arrival);
  });
  useEffect(() => {
    arrive();
  }, []);
  return arrival;
}

/** A sentence for each way in which it can fail. */
export function failureOf(outcome: OpenIdOutcome, name: string): string | undefined {
  switch (outcome) {
    case 'cancelled':
      return `The sign-in with ${name} was cancelled.`;
    case 'expired':
      return `The sign-in with ${name} took too long, is over already, or began in another browser.`;
    case 'failed':
      return `${name} did not prove who you are. Please start again, or sign in another way.`;
    case 'unavailable':
      return `${name} cannot be reached at the moment. Please try again later, or sign in another way.`;
    case 'too_many':
      return 'There were too many sign-ins from your network. Please try again in a minute, or sign in another way.';
    case 'closed':
      return 'There is no account for you yet, and registration is closed for now.';
    case 'deleting':
      return 'The account with your email address is being deleted. To keep it, follow the link in our email about that, and sign in as you usually do.';
    case 'no_address':
      return `${name} did not tell us your email address, without which we cannot make an account. Let ${name} share it, or sign in another way and link ${name} in your profile.`;
    case 'link_required':
    case 'done':
    case 'register':
    case 'linked':
    case 'confirmed':
      return undefined;
  }
}
