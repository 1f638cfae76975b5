import { useQuery } from '@tanstack/react-query';
import { useSite } from '#parts/site/site.ts';
import { apiQuery } from '#session/call.ts';

/** What the signed-in user signs in with before a second factor. */
export function useFirstFactor(): string {
  const provider = useSite()?.openid_name;
  const { data } = useQuery({ ...apiQuery('listIdentities'), enabled: Boolean(provider) });
  return provider && data?.has_password === false ? `your account of ${provider}` : 'your password';
}
