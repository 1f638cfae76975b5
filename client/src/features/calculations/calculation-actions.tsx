import { calculationLimits } from 'contract/calculations/calculations.constants.ts';
import type { Calculation } from 'contract/calculations/calculations.ts';
import type { Person } from 'contract/friends/friends.ts';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useCreateCalculation } from '#parts/calculator/saved/calculations.queries.ts';
import { PersonMenu } from '#parts/flags/person-menu.tsx';
import { Button } from '#ui/controls/button.tsx';
import { Labelled } from '#ui/controls/labelled.tsx';
import { toast } from '#ui/feedback/toast.ts';
import { ActionMenu } from '#ui/overlays/action-menu.tsx';
import { askToConfirm } from '#ui/overlays/confirm.tsx';
import { CalculationDialog } from '#parts/calculator/saved/calculation-dialog.tsx';
import { ChecksField } from '#parts/form/form-field.tsx';
import { FormDialog } from '#parts/form/form.tsx';
import { useApiForm } from '#parts/form/use-api-form.ts';
import { WithFriends } from '#parts/friends/with-friends.tsx';
import { useShareCalculation, useUpdateCalculation } from './calculations.queries.ts';

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

interface ShareDialogProps {
  calculation: Calculation;
  onClose: () => void;
}

function ShareDialog({ calculation, onClose }: ShareDialogProps) {
  return (
    <WithFriends
      title="SHARE WITH FRIENDS"
      purpose="Friends can read the calculations that you share with them, and save a copy."
      onClose={onClose}
    >
      {(friends) => <FriendsDialog calculation={calculation} friends={friends} onClose={onClose} />}
    </WithFriends>
  );
}

function FriendsDialog({ calculation, friends, onClose }: ShareDialogProps & { friends: readonly Person[] }) {
  const { mutateAsync: share } = useShareCalculation(calculation);
  const form = useApiForm({
    values: { user_ids: calculation.shared_with?.map(({ id }) => id) ?? [] },
    schema: async () => (await import('contract/calculations/calculations.ts')).shareCalculation.body,
    // A friendship may have ended meanwhile.
    toBody: ({ user_ids: ids }) => ({
      user_ids: ids.filter((id) => friends.some((friend) => friend.id === id)),
    }),
    onSubmit: share,
    onSaved: onClose,
  });
  const chosen = useWatch({ control: form.control, name: 'user_ids' });
  const readers = friends.flatMap(({ id, username }) => (chosen.includes(id) ? [username] : []));
  const wasShared = (calculation.shared_with?.length ?? 0) > 0;

  return (
    <FormDialog
      form={form}
      title="SHARE WITH FRIENDS"
      submitLabel={readers.length === 0 && wasShared ? 'Stop sharing' : shareLabel(readers)}
      isSubmitDisabled={readers.length === 0 && !wasShared}
      onClose={onClose}
    >
      <p>
        Your friends can read {calculation.name} without your notes, and save a copy, for as long as you are
        friends. You can share it with up to {calculationLimits.shares} friends.
      </p>
      {calculation.kind === 'statement' && (
        <p>They also see the dates, amounts and balances of your loan account and its offset accounts.</p>
      )}
      <ChecksField
        form={form}
        name="user_ids"
        label="FRIENDS"
        className="flex flex-col gap-2"
        legendClassName="label mb-2"
        options={friends.map(({ id, username }) => ({ value: id, label: username }))}
      />
    </FormDialog>
  );
}

/** The longest list of names that a button contains. */
const maxNames = 2;

function shareLabel(readers: readonly string[]): string {
  if (readers.length === 0) return 'Share';
  return `Share with ${readers.length > maxNames ? `${readers.length} friends` : readers.join(' and ')}`;
}
