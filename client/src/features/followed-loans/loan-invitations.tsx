import type { LoanInvitation } from 'contract/followed-loans/followed-loans.ts';
import { useScrollToHash } from '#parts/navigation/use-scroll-to-hash.ts';
import { Button } from '#ui/controls/button.tsx';
import { Labelled } from '#ui/controls/labelled.tsx';
import { Alert } from '#ui/feedback/alert.tsx';
import { useAnswerInvitation } from './followed-loans.queries.ts';

/** Those of friends, above the loans. */
export function LoanInvitations({ invitations }: { invitations: readonly LoanInvitation[] }) {
  const { mutate: answer, isPending } = useAnswerInvitation();
  useScrollToHash();
  return invitations.map(({ id, name, by }) => (
    <div key={id} id={`invitation-${id}`} tabIndex={-1}>
      <Alert tone="info" title={`${by.username} asks you to follow “${name}” together.`}>
        <p className="text-sm">
          You get a copy of the loan with all its rows. What one of you adds or changes, the other sees.
        </p>
        <div className="flex flex-wrap gap-3">
          <Button variant="primary" loading={isPending} onClick={() => answer({ id, action: 'accept' })}>
            <Labelled name={name}>Accept</Labelled>
          </Button>
          <Button loading={isPending} onClick={() => answer({ id, action: 'reject' })}>
            <Labelled name={name}>Reject</Labelled>
          </Button>
        </div>
      </Alert>
    </div>
  ));
}
