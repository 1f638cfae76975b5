import type { OpenIdOutcome } from 'contract/identities/identities.constants.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { takeReturn } from '#parts/second-factor/provider-return.ts';

/** For the address bar: the server leads on to the provider. */
export const openIdStart = '/api/user/login/oidc/';

interface Arrival {
  outcome: OpenIdOutcome;
  code: string | undefined;
  /** The location state from before. */
  state: unknown;
}

/** What the URL of the page says, once: the code must not stay in the history. */
function takeArrival(): Arrival | undefined {
  const { search, hash, pathname } = window.location;
  const params = new URLSearchParams(search);
  const outcome = params.get('via') === 'oidc' ? 'register' : params.get('oidc');
  if (outcome === null) return undefined;
  const code = /^#code=(.+)$/.exec(hash)?.[1];
  window.history.replaceState(window.history.state, '', pathname);
  return { outcome: outcome as OpenIdOutcome, code, state: takeReturn() };
}

/** Where the provider led the browser back. Removes it from the URL. */
export function useArrival(path: string, onArrive?: (arrival: Arrival) => void): Arrival | undefined {
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
      return `The sign-in with ${name} took too long, or began in another browser. Please start again.`;
    case 'failed':
      return `${name} did not prove who you are. Please start again, or sign in another way.`;
    case 'unavailable':
      return `${name} cannot be reached at the moment. Please try again later, or sign in another way.`;
    case 'closed':
      return 'There is no account for you yet, and registration is closed for now.';
    case 'link_required':
      return `An account with your email address exists. Sign in to it once, as you usually do. Then you can also use ${name}.`;
    case 'done':
    case 'register':
    case 'linked':
    case 'confirmed':
      return undefined;
  }
}
