import { useState } from 'react';
import { paths } from '#parts/navigation/paths.ts';
import { useSite } from '#parts/site/site.ts';
import { toast } from '#ui/feedback/toast.ts';
import { failureOf, useArrival } from './openid.ts';
import { useLoginOpenId } from './second-factor.queries.ts';

const successTexts = { linked: 'Account linked.', confirmed: 'Thank you. You can go on.' };

/** Goes on where the provider led the browser back: signs in, or says what happened. */
export function useOpenIdArrival() {
  const arrival = useArrival(paths.login, ({ outcome }) => {
    if (outcome === 'linked' || outcome === 'confirmed') toast.success(successTexts[outcome]);
  });
  const [isForgotten, setForgotten] = useState(false);
  const { data, error } = useLoginOpenId(arrival?.outcome === 'done' ? arrival.code : undefined);
  const name = useSite()?.openid_name ?? 'your provider';
  if (!arrival || isForgotten)
    return { data: undefined, error: null, failure: undefined, forget: () => undefined };
  return { data, error, failure: failureOf(arrival.outcome, name), forget: () => setForgotten(true) };
}
