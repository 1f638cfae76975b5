import { useQuery } from '@tanstack/react-query';
import type { Identity } from 'contract/identities/identities.ts';
import { EntryList, EntryTitle } from '#parts/entry-list/entry-list.tsx';
import { QueryPanel } from '#parts/query/query-panel.tsx';
import { useOperation } from '#parts/query/use-operation.ts';
import { leaveForProvider } from '#parts/second-factor/provider-return.ts';
import { useSite } from '#parts/site/site.ts';
import { apiQuery } from '#session/call.ts';
import { Button } from '#ui/controls/button.tsx';
import { LocalTime } from '#ui/local-time.tsx';

/** Nothing where the operator has no provider. */
export function IdentitiesSection() {
  const name = useSite()?.openid_name;
  return name ? <IdentitiesPanel provider={name} /> : null;
}

function IdentitiesPanel({ provider }: { provider: string }) {
  const identities = useIdentities();
  const { mutate: link, isPending } = useLinkIdentity();
  return (
    <QueryPanel title="Your Linked Accounts" aside={({ data }) => `${data.length} linked`} query={identities}>
      {({ data, has_password }) => (
        <>
          <p className="text-muted">
            {has_password
              ? `With a linked account of ${provider} you can sign in without your password.`
              : `You sign in with ${provider}. Your account has no password: choose one under Profile to sign in without ${provider}.`}
          </p>
          {data.length > 0 && (
            <EntryList
              label="Linked accounts"
              entries={data}
              verb="Unlink"
              nameOf={nameOf}
              operation="deleteIdentity"
              success="Account unlinked."
              confirmation={(identity) => ({
                title: 'UNLINK THIS ACCOUNT?',
                message: `${nameOf(identity)} can no longer sign in to your account.`,
                confirmLabel: 'Unlink account',
              })}
            >
              {(identity) => (
                <>
                  <EntryTitle name={nameOf(identity)} />
                  <p className="wrap-anywhere">{new URL(identity.issuer).host}</p>
                  <p>
                    Linked <LocalTime at={identity.linked_at} />
                    {identity.last_used_at !== null && (
                      <>
                        , last used <LocalTime at={identity.last_used_at} />
                      </>
                    )}
                  </p>
                </>
              )}
            </EntryList>
          )}
          <Button loading={isPending} onClick={() => link()}>
            Link {provider}
          </Button>
        </>
      )}
    </QueryPanel>
  );
}

const nameOf = ({ email, name, issuer }: Identity) => email ?? name ?? new URL(issuer).host;

const useIdentities = () => useQuery(apiQuery('listIdentities'));

/** Leaves the app for the provider, which leads back to the login and from there to this page. */
const useLinkIdentity = () =>
  useOperation('linkIdentity', { toastsFailure: true, onSuccess: ({ url }) => leaveForProvider(url) });
