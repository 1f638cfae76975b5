import { useLocation } from 'react-router-dom';
import { storeReturn } from '#parts/second-factor/provider-return.ts';
import { openIdStart } from './openid.ts';

/** A link that leaves the app: the server leads on to the provider. */
export function OpenIdSignIn({ name }: { name: string }) {
  const { state } = useLocation() as { state: unknown };
  return (
    <a className="button button-secondary" href={openIdStart} onClick={() => storeReturn(state)}>
      USE {name}
    </a>
  );
}
