import type { UseMutationResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { AccessCard } from '../access-card.tsx';
import type { AccountLink } from '../accounts.queries.ts';
import { Button } from '#ui/controls/button.tsx';
import { LinkFailure, LinkResult, useAccountLink } from './link-result.tsx';

interface UndoCardProps {
  heading: string;
  /** What the button does. */
  text: string;
  label: string;
  pendingText?: string;
  undoing: UseMutationResult<{ msg: string }, Error, AccountLink>;
  advice: string;
  /** Content below the success message. */
  children?: ReactNode;
}

/** The user presses a button to undo the change, because mail scanners open links. */
export function UndoCard({
  heading,
  text,
  label,
  pendingText = 'Restoring...',
  undoing,
  advice,
  children,
}: UndoCardProps) {
  const link = useAccountLink();
  const { mutate, data, error, isPending } = undoing;
  const undo = () => mutate(link);
  return (
    <AccessCard heading={heading}>
      {!data && !error && (
        <>
          <p>{text}</p>
          <Button variant="primary" loading={isPending} onClick={undo}>
            {isPending ? pendingText : label}
          </Button>
        </>
      )}
      <LinkResult pending={isPending && error !== null && pendingText} success={data?.msg}>
        {children}
      </LinkResult>
      {error && !isPending && <LinkFailure error={error} advice={advice} retry={undo} />}
    </AccessCard>
  );
}
