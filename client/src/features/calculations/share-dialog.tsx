import { calculationLimits } from 'contract/calculations.constants.ts';
import type { Calculation } from 'contract/calculations.ts';
import type { Person } from 'contract/friends.ts';
import { useState } from 'react';
import { FormDialog } from '#parts/form/form-dialog.tsx';
import { paths } from '#parts/paths.ts';
import { QueryState } from '#parts/query-state.tsx';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Dialog } from '#ui/dialog.tsx';
import styles from './archive.module.css';
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
      <QueryState query={friends} failure="Your friends could not be read.">
        {() => (
          <>
            <p>
              You have no friends here yet. Whoever you befriend can read what you share, and save a copy.
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
  const { mutate, error, isPending } = useShareCalculation(calculation);
  const [ticked, setTicked] = useState(
    () => new Set(calculation.shared_with?.map(({ id }) => id) ?? []) as ReadonlySet<string>,
  );

  function tick(id: string, isTicked: boolean) {
    const others = [...ticked].filter((other) => other !== id);
    setTicked(new Set(isTicked ? [...others, id] : others));
  }

  function share() {
    // A friendship may have ended meanwhile.
    const named = friends.filter(({ id }) => ticked.has(id)).map(({ id }) => id);
    mutate(named, { onSuccess: onClose });
  }

  return (
    <FormDialog
      title="SHARE WITH FRIENDS"
      submitLabel={ticked.size === 0 ? 'Share with nobody' : `Share with ${ticked.size}`}
      isPending={isPending}
      error={error}
      onSubmit={share}
      onClose={onClose}
    >
      <p>
        They read {calculation.name} without your notes, and may save a copy, for as long as you are friends.
        At most {calculationLimits.shares}.
      </p>
      <fieldset className={styles.choices}>
        <legend className={styles.legend}>FRIENDS</legend>
        {friends.map(({ id, username }) => (
          <Checkbox
            key={id}
            label={username}
            checked={ticked.has(id)}
            onChange={({ target }) => tick(id, target.checked)}
          />
        ))}
      </fieldset>
    </FormDialog>
  );
}
