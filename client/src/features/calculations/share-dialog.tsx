import { calculationLimits } from 'contract/calculations/calculations.constants.ts';
import type { Calculation } from 'contract/calculations/calculations.ts';
import type { Person } from 'contract/friends/friends.ts';
import { useWatch } from 'react-hook-form';
import { ChecksField } from '#parts/form/form-field.tsx';
import { FormDialog } from '#parts/form/form.tsx';
import { useApiForm } from '#parts/form/use-api-form.ts';
import { paths } from '#parts/navigation/paths.ts';
import { QueryState } from '#parts/query/query-state.tsx';
import { Button } from '#ui/controls/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { useFriends, useShareCalculation } from './calculations.queries.ts';

interface ShareDialogProps {
  calculation: Calculation;
  onClose: () => void;
}

export function ShareDialog({ calculation, onClose }: ShareDialogProps) {
  const friends = useFriends();
  if (friends.data && friends.data.length > 0) {
    return <FriendsDialog calculation={calculation} friends={friends.data} onClose={onClose} />;
  }
  return (
    <Dialog title="SHARE WITH FRIENDS" onClose={onClose}>
      <QueryState query={friends} failure="Your friends could not be loaded.">
        {() => (
          <>
            <p>
              You have no friends here yet. Friends can read the calculations that you share with them, and
              save a copy.
            </p>
            <p>
              <Button to={`${paths.profile}?tab=friends`}>Find friends</Button>
            </p>
          </>
        )}
      </QueryState>
    </Dialog>
  );
}

function FriendsDialog({ calculation, friends, onClose }: ShareDialogProps & { friends: Person[] }) {
  const { mutateAsync: share } = useShareCalculation(calculation);
  const form = useApiForm({
    values: { user_ids: calculation.shared_with?.map(({ id }) => id) ?? [] },
    schema: async () => (await import('contract/calculations/calculations.ts')).shareCalculation.body,
    // A friendship may have ended meanwhile.
    toBody: ({ user_ids: ids }) => ({
      user_ids: ids.filter((id) => friends.some((friend) => friend.id === id)),
    }),
    onSubmit: ({ user_ids: ids }) => share(ids),
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
