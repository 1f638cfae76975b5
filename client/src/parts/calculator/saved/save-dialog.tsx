import { useState } from 'react';
import { useReturnState } from '#parts/navigation/return-to.ts';
import { useSession } from '#session/session.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { CalculationDialog } from './calculation-dialog.tsx';
import { type UnsavedCalculation, useCreateCalculation } from './calculations.queries.ts';
import { hasNewerMethod, newerMethodText, newerMethodTitle, ReloadPageButton } from './newer-method.tsx';
import { SignInFirst } from './sign-in-first.tsx';
import { termsText } from './terms-text.ts';

interface SaveDialogProps {
  calculation: UnsavedCalculation;
  onClose: () => void;
}

export function SaveDialog(props: SaveDialogProps) {
  return useSession() ? <SignedInDialog {...props} /> : <SignedOutDialog {...props} />;
}

function SignedInDialog({ calculation, onClose }: SaveDialogProps) {
  const { kind, input } = calculation;
  const { mutateAsync: create } = useCreateCalculation();
  const [isOutdated, setOutdated] = useState(false);
  if (isOutdated) {
    return (
      <Dialog title={newerMethodTitle} onClose={onClose} actions={<ReloadPageButton />}>
        <p>Your calculation is saved. {newerMethodText}</p>
      </Dialog>
    );
  }
  return (
    <CalculationDialog
      title="SAVE THIS CALCULATION"
      kind={kind}
      fields={{ name: termsText(kind, input), notes: '', variable_rate: false }}
      onSubmit={(fields) => create({ ...calculation, ...fields })}
      onSaved={(saved) => (hasNewerMethod(saved.calculation) ? setOutdated(true) : onClose())}
      onClose={onClose}
    />
  );
}

function SignedOutDialog({ calculation: { kind }, onClose }: SaveDialogProps) {
  const state = { ...useReturnState(), isToSave: true };
  return (
    <SignInFirst title="KEEP WHAT YOU CALCULATE" act="save" state={state} onClose={onClose}>
      With an account, calculations are saved on your dashboard: each with a name and notes, to open again
      with the same figures, to compare with later ones, and to share with friends.{' '}
      {kind === 'statement'
        ? 'Your files stay in this tab only: after you register and verify your email address, return to it to save.'
        : 'Without one, the link of a result does the same.'}
    </SignInFirst>
  );
}
