import { calculationLimits } from 'contract/calculations/calculations.constants.ts';
import type { Calculation } from 'contract/calculations/calculations.ts';
import { useState } from 'react';
import { useCreateCalculation } from '#parts/calculator/saved/calculations.queries.ts';
import { PersonMenu } from '#parts/flags/person-menu.tsx';
import { Button } from '#ui/controls/button.tsx';
import { Labelled } from '#ui/controls/labelled.tsx';
import { toast } from '#ui/feedback/toast.ts';
import { ActionMenu } from '#ui/overlays/action-menu.tsx';
import { askToConfirm } from '#ui/overlays/confirm.tsx';
import { ShareDialog } from './share-dialog.tsx';
import { CalculationDialog } from '#parts/calculator/saved/calculation-dialog.tsx';
import { useUpdateCalculation } from './calculations.queries.ts';

interface CalculationActionsProps {
  calculation: Calculation;
  remove: () => void;
}

/** The menu of a row: what its owner does, or a reader of what a friend shares. */
export function CalculationActions({ calculation, remove }: CalculationActionsProps) {
  const { id, name, shared_by: sharer } = calculation;
  if (!sharer) return <OwnActions calculation={calculation} remove={remove} />;
  return (
    <PersonMenu person={sharer} label={name} subject="shared_calculation" calculationId={id}>
      <CopyButton calculation={calculation} label="Save a copy" copyName={name} />
    </PersonMenu>
  );
}

function OwnActions({ calculation, remove }: CalculationActionsProps) {
  const [dialog, setDialog] = useState<'rename' | 'share' | null>(null);
  const close = () => setDialog(null);
  const { name } = calculation;
  const askToDelete = () =>
    askToConfirm({
      title: 'DELETE THIS CALCULATION?',
      message: `${name} is deleted permanently, also for the friends you share it with.`,
      confirmLabel: 'Delete calculation',
      onConfirm: remove,
    });
  return (
    <>
      <ActionMenu label={`More actions for ${name}`}>
        <Button variant="ghost" onClick={() => setDialog('rename')}>
          <Labelled name={name}>Rename</Labelled>
        </Button>
        <CopyButton
          calculation={calculation}
          label="Duplicate"
          copyName={`${name.slice(0, calculationLimits.nameMaxLength - copySuffix.length)}${copySuffix}`}
        />
        <Button variant="ghost" onClick={() => setDialog('share')}>
          <Labelled name={name}>Share</Labelled>
        </Button>
        <Button variant="danger" onClick={askToDelete}>
          <Labelled name={name}>Delete</Labelled>
        </Button>
      </ActionMenu>
      {dialog === 'rename' && <RenameDialog calculation={calculation} onClose={close} />}
      {dialog === 'share' && <ShareDialog calculation={calculation} onClose={close} />}
    </>
  );
}

const copySuffix = ' (copy)';

interface CopyButtonProps {
  calculation: Calculation;
  label: string;
  copyName: string;
}

function CopyButton({
  calculation: { name, kind, input, notes, rates_from },
  label,
  copyName,
}: CopyButtonProps) {
  const { mutate, isPending } = useCreateCalculation();
  if (kind === 'unknown') return null;
  const copy = () =>
    mutate(
      { name: copyName, kind, input, notes: notes ?? '', rates_from },
      { onError: ({ message }) => toast.error(message) },
    );
  return (
    <Button variant="ghost" loading={isPending} onClick={copy}>
      <Labelled name={name}>{label}</Labelled>
    </Button>
  );
}

function RenameDialog({ calculation, onClose }: { calculation: Calculation; onClose: () => void }) {
  const { kind, name, notes, variable_rate } = calculation;
  const { mutateAsync: update } = useUpdateCalculation(calculation);
  return (
    <CalculationDialog
      title="EDIT CALCULATION"
      kind={kind}
      fields={{ name, notes: notes ?? '', variable_rate }}
      onSubmit={update}
      onClose={onClose}
    />
  );
}
