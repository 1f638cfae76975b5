import type { FollowedLoan } from 'contract/followed-loans/followed-loan-record.ts';
import type { Person } from 'contract/friends/friends.ts';
import { useWatch } from 'react-hook-form';
import { SelectField } from '#parts/form/form-field.tsx';
import { FormDialog } from '#parts/form/form.tsx';
import { useApiForm } from '#parts/form/use-api-form.ts';
import { WithFriends } from '#parts/friends/with-friends.tsx';
import { useInviteToLoan } from './followed-loans.queries.ts';

interface InviteDialogProps {
  loan: FollowedLoan;
  onClose: () => void;
}

const title = 'FOLLOW TOGETHER';

export function InviteDialog({ loan, onClose }: InviteDialogProps) {
  return (
    <WithFriends title={title} purpose="A friend can follow this loan with you." onClose={onClose}>
      {(friends) => <FriendDialog loan={loan} friends={friends} onClose={onClose} />}
    </WithFriends>
  );
}

function FriendDialog({
  loan,
  friends,
  onClose,
}: InviteDialogProps & { friends: readonly [Person, ...Person[]] }) {
  const { mutateAsync: invite } = useInviteToLoan(loan.id);
  const form = useApiForm({
    values: { user_id: friends[0].id },
    onSubmit: invite,
    onSaved: onClose,
  });
  const chosen = useWatch({ control: form.control, name: 'user_id' });
  const username = friends.find(({ id }) => id === chosen)?.username ?? 'Your friend';
  return (
    <FormDialog form={form} title={title} submitLabel="Invite" onClose={onClose}>
      <SelectField
        form={form}
        name="user_id"
        label="Friend"
        options={friends.map((friend) => [friend.id, friend.username])}
      />
      <p>{username} sees this and keeps a copy; it cannot be taken back.</p>
      <p className="text-sm text-muted">
        That is every row of the loan: dates, amounts, balances and kinds. Before accepting, only the name of
        the loan and yours are seen.
      </p>
    </FormDialog>
  );
}
