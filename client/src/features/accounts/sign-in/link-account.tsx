import { Button } from '#ui/controls/button.tsx';
import { Alert } from '#ui/feedback/alert.tsx';
import { useLinkPendingIdentity } from './second-factor.queries.ts';
import type { PendingLink } from './use-openid-arrival.ts';

interface LinkNoticeProps {
  provider: string;
  link: PendingLink;
  onForget: () => void;
}

/** Before the sign-in: whose account at the provider waits. */
export function LinkNotice({ provider, link, onForget }: LinkNoticeProps) {
  return (
    <Alert tone="info" role="alert" title="LINK AN ACCOUNT">
      <p className="wrap-anywhere">
        Link {provider}’s {link.email} to your account after signing in?
      </p>
      <p>
        There is an account with this email address. Sign in to it as you usually do. We then ask you once
        more.
      </p>
      <Button onClick={onForget}>Do not link it</Button>
    </Alert>
  );
}

interface LinkQuestionProps extends LinkNoticeProps {
  username: string;
}

/** After the sign-in, with both names. */
export function LinkQuestion({ provider, link, username, onForget }: LinkQuestionProps) {
  const { mutate, isPending } = useLinkPendingIdentity(onForget);
  return (
    <>
      <p className="wrap-anywhere">
        Link {provider}’s {link.email} to your account {username}?
      </p>
      <p className="text-muted">From then on you can sign in with {provider}, too.</p>
      <Button variant="primary" loading={isPending} onClick={() => mutate(link.code)}>
        Link the account
      </Button>
      <Button onClick={onForget}>Do not link it</Button>
    </>
  );
}
