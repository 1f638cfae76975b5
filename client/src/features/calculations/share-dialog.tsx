import { calculationLimits } from 'contract/calculations.constants.ts';
import type { Calculation } from 'contract/calculations.ts';
import type { Person } from 'contract/friends.ts';
import { messages } from 'contract/texts.ts';
import { type SyntheticEvent, useId, useState } from 'react';
import { paths } from '#parts/paths.ts';
import { QueryState } from '#parts/query-state.tsx';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { LiveRegion } from '#ui/live-region.tsx';
import layout from '#ui/layout.module.css';
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
  const formId = useId();

  function tick(id: string, isTicked: boolean) {
    const others = [...ticked].filter((other) => other !== id);
    setTicked(new Set(isTicked ? [...others, id] : others));
  }

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    // A friendship may have ended meanwhile.
    const named = friends.filter(({ id }) => ticked.has(id)).map(({ id }) => id);
    if (!isPending) mutate(named, { onSuccess: onClose });
  }

  return (
    <Dialog
      title="SHARE WITH FRIENDS"
      onClose={isPending ? undefined : onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" loading={isPending}>
            {ticked.size === 0 ? 'Share with nobody' : `Share with ${ticked.size}`}
          </Button>
        </>
      }
    >
      <form className={layout.stack} id={formId} onSubmit={submit}>
        <p>
          They read {calculation.name} without your notes, and may save a copy, for as long as you are
          friends. At most {calculationLimits.shares}.
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
        <LiveRegion role="alert">
          {error && <Alert tone="error" title={error.message || messages.anErrorOccurred} />}
        </LiveRegion>
      </form>
    </Dialog>
  );
}
