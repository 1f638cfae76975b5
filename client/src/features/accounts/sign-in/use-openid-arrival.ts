import { openIdLimits } from 'contract/identities/identities.constants.ts';
import { useEffect, useState } from 'react';
import { paths } from '#parts/navigation/paths.ts';
import { useSite } from '#parts/site/site.ts';
import { useSession } from '#session/session.ts';
import { toast } from '#ui/feedback/toast.ts';
import { failureOf, useArrival } from './openid.ts';
import { useLoginOpenId } from './second-factor.queries.ts';

const successTexts = { linked: 'Account linked.', confirmed: 'Thank you. You can go on.' };

/** An account at the provider that waits for the sign-in to the account with its email address. */
export interface PendingLink {
  code: string;
  email: string;
}

/** Goes on where the provider led the browser back: signs in, asks what to link, or says what happened. */
export function useOpenIdArrival() {
  const name = useSite()?.openid_name ?? 'your provider';
  const isSignedIn = useSession() !== null;
  const arrival = useArrival(paths.login, ({ outcome }) => {
    if (outcome === 'linked' || outcome === 'confirmed') toast.success(successTexts[outcome]);
    const failure = failureOf(outcome, name);
    // The screen leads on at once.
    if (failure && isSignedIn) toast.error(failure);
  });
  const [isForgotten, setForgotten] = useState(false);
  const [isLinkForgotten, setLinkForgotten] = useState(false);
  const { outcome, code, email } = arrival ?? {};
  const { data, error } = useLoginOpenId(outcome === 'done' ? code : undefined);
  const isLink = outcome === 'link_required' && code !== undefined && email !== undefined;
  const link: PendingLink | undefined = isLink && !isLinkForgotten ? { code, email } : undefined;

  useEffect(() => {
    if (!isLink) return;
    const timer = setTimeout(() => setLinkForgotten(true), openIdLimits.link * 1_000);
    return () => clearTimeout(timer);
  }, [isLink]);

  return {
    ...(isForgotten ? { data: undefined, error: null, outcome: undefined } : { data, error, outcome }),
    failure: isForgotten || !outcome || isSignedIn ? undefined : failureOf(outcome, name),
    forget: () => setForgotten(true),
    /** Only in the memory of this page, so that it ends with the page. */
    link,
    forgetLink: () => setLinkForgotten(true),
    name,
  };
}
