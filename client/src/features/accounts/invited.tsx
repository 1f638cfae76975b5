import { useLocation } from 'react-router-dom';
import { storeReturn } from '#parts/second-factor/provider-return.ts';
import { Button } from '#ui/controls/button.tsx';
import { useStartOpenIdRegistration } from './accounts.queries.ts';
import { isInvalidInvitation } from './failures.ts';

interface InvitedProps {
  invitation: string;
  onInvalid: () => void;
  /** The name of the OpenID provider, if there is one. */
  provider: string | null | undefined;
}

/** Above the form: an invitation can also be used through the provider, to which its cookie carries it. */
export function Invited({ invitation, onInvalid, provider }: InvitedProps) {
  const { state } = useLocation() as { state: unknown };
  const { mutate: start, isPending } = useStartOpenIdRegistration();
  const leave = () =>
    start(invitation, {
      onSuccess: ({ url }) => {
        storeReturn(state);
        window.location.assign(url);
      },
      onError: (error) => isInvalidInvitation(error) && onInvalid(),
    });
  return (
    <div className="mb-5 flex flex-col items-start gap-3">
      <p>You have an invitation.</p>
      {provider && (
        <Button loading={isPending} onClick={leave}>
          USE {provider}
        </Button>
      )}
    </div>
  );
}
