import { invitationMessages } from 'contract/invitations/invitations.constants.ts';
import { layoutTexts } from 'contract/texts.ts';
import { useEffect, useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { ApiError } from '#api/api-error.ts';
import { paths } from '#parts/navigation/paths.ts';
import { useReturn } from '#parts/navigation/return-to.ts';
import { storeReturn } from '#parts/second-factor/provider-return.ts';
import { useSite } from '#parts/site/site.ts';
import { useSession } from '#session/session.ts';
import { Button } from '#ui/controls/button.tsx';
import { Alert } from '#ui/feedback/alert.tsx';
import { AccessScreen, coreLink, loginLink } from './access-card.tsx';
import { useInvitationCheck, useRegisterUser, useStartOpenIdRegistration } from './accounts.queries.ts';
import { ConsentGate } from './consent/consent-gate.tsx';
import { ConsentPolicy } from './consent/consent-policy.tsx';
import { emailFlag } from './email-flag.ts';
import { isInvalidInvitation } from './failures.ts';
import { forgetInvitation, useInvitation } from './invitation.ts';
import { OpenIdRegisterForm, RegisterForm } from './registration-form.tsx';
import { useArrival } from './sign-in/openid.ts';

export default function RegisterScreen() {
  const { mutateAsync: register, isSuccess, variables, error, reset } = useRegisterUser();
  const { saveState } = useReturn();
  const user = useSession()?.user;
  const site = useSite();
  const isOpen = site?.registration_open ?? true;
  // If the provider led here.
  const code = useArrival(paths.register)?.code;
  const [invitation, dropInvitation] = useInvitation(reset);
  // A registration of another tab neither takes away the form of this one nor the invitation that is opened here.
  const [isPending] = useState(() => invitation === undefined && emailFlag.isRaised());
  const { error: refusal, isLoading: isChecking } = useInvitationCheck(invitation);
  const isUnusable = refusal instanceof ApiError && refusal.status === 400;
  useEffect(() => {
    if (isUnusable) forgetInvitation();
  }, [isUnusable]);
  const isRefused = error instanceof ApiError && error.code === 'registration_closed';
  const usable = isUnusable ? undefined : invitation;
  const isClosed = code === undefined && usable === undefined && (!isOpen || isRefused);
  const isInvalid = isUnusable || (error !== null && isInvalidInvitation(error));
  // The refusal is read before the dialog of the consent covers it.
  const [isUninvited, setUninvited] = useState(false);
  const [isPolicyOpen, setPolicyOpen] = useState(false);

  if (isPending || isSuccess) {
    return (
      <Navigate
        to={paths.emailVerificationNotice}
        replace
        state={variables && { ...saveState, username: variables.username, email: variables.email }}
      />
    );
  }
  return (
    <AccessScreen
      heading={layoutTexts.initiateProfile}
      links={[loginLink, { label: 'Privacy policy', onClick: () => setPolicyOpen(true) }, coreLink]}
    >
      {isInvalid && (
        <Alert tone="error" role="alert" title="INVITATION NOT ACCEPTED">
          <p>{invitationMessages.invalid}</p>
          {isOpen && !isUnusable && <p>You can register without an invitation.</p>}
          {isClosed && <p>{invitationMessages.byInvitation}</p>}
        </Alert>
      )}
      {user && usable !== undefined && (
        <Alert tone="info" title={`You are signed in as ${user.username}.`}>
          <p>An invitation is for a new account. Send its link to the person whom it is for.</p>
        </Alert>
      )}
      {isClosed && isInvalid ? null : isClosed ? (
        <Alert tone="warn" role="alert" title="REGISTRATION CLOSED">
          <p>{invitationMessages.byInvitation} If you have one, open its link.</p>
        </Alert>
      ) : isChecking ? (
        <output>Your invitation is being checked.</output>
      ) : isUnusable && !isUninvited ? (
        <Button variant="primary" onClick={() => setUninvited(true)}>
          Register without an invitation
        </Button>
      ) : (
        <ConsentGate isInvited={usable !== undefined}>
          {({ wasAsked }) =>
            code === undefined ? (
              <>
                {usable !== undefined && (
                  <Invited invitation={usable} onInvalid={dropInvitation} provider={site?.openid_name} />
                )}
                <RegisterForm
                  register={register}
                  invitation={usable}
                  onInvalid={dropInvitation}
                  takeFocus={wasAsked}
                />
              </>
            ) : (
              <OpenIdRegisterForm code={code} takeFocus={wasAsked} />
            )
          }
        </ConsentGate>
      )}
      {isPolicyOpen && <ConsentPolicy onClose={() => setPolicyOpen(false)} />}
    </AccessScreen>
  );
}

interface InvitedProps {
  invitation: string;
  onInvalid: () => void;
  /** The name of the OpenID provider, if there is one. */
  provider: string | null | undefined;
}

/** Above the form: an invitation can also be used through the provider, to which its cookie carries it. */
function Invited({ invitation, onInvalid, provider }: InvitedProps) {
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
