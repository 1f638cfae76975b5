import type { Preferences } from 'contract/preferences/preferences.ts';
import { startTransition, useOptimistic } from 'react';
import { QueryPanel } from '#parts/query/query-panel.tsx';
import { useSession } from '#session/session.ts';
import { Checkbox } from '#ui/controls/checkbox.tsx';
import { usePreferences, useUpdatePreferences } from './profile.queries.ts';

type Name = keyof Preferences;
/** A switch that depends on another one is placed below it. */
type Switch = readonly [name: Name, label: string, hint?: string, needs?: Name];

const bell: readonly Switch[] = [
  ['friend_request', 'Friend requests'],
  ['friend_accepted', 'Accepted friend requests'],
  ['new_sign_in', 'Sign-ins from a new device', 'We always send an email as well.'],
  ['account_change', 'A changed password or email address', 'We always send an email as well.'],
  ['storage_nearly_full', 'Storage nearly full'],
  ['cash_rate_change', 'Changes of the cash rate', 'For your calculations with a variable rate.'],
  ['cash_rate_mail', 'By mail, too', 'When the cash rate changes.', 'cash_rate_change'],
  ['rate_gap', 'A rate above the average', 'Once a year, for your calculations with a variable rate.'],
  ['calculation_shared', 'Calculations that friends share with you'],
  ['loan_fault', 'Interest charges of your followed loans that differ'],
  ['loan_reminder', 'The next file of your followed loans'],
  ['loan_decision', 'Rate decisions that should have reached your followed loans'],
  ['new_figures', 'New figures of datasets that you follow'],
];

const staffAlerts: readonly Switch[] = [
  ['attack', 'Many failed sign-ins from one network'],
  ['failures', 'A new kind of error'],
  ['system', 'Stopped seals, failed refreshes, a nearly full disk or late emails'],
];

const privacy: readonly Switch[] = [
  ['findable', 'Let others find me', 'If this is off, your friends still see you.'],
  ['share_training', 'Share quiz results with friends', 'With friends who share theirs.'],
];

export function PreferencesPanel() {
  const user = useSession()?.user;
  const isAgent = user !== undefined && (user.is_staff || user.is_superuser);
  return (
    <QueryPanel
      id="preferences"
      title="Preferences"
      query={usePreferences()}
      failure="Your preferences could not be loaded."
      className="flex min-w-0 flex-col gap-5"
    >
      {(preferences) => (
        <>
          <Switches legend="What you are notified about" switches={bell} preferences={preferences} />
          {isAgent && (
            <Switches
              legend="What you are notified about as an agent"
              switches={staffAlerts}
              preferences={preferences}
            />
          )}
          <Switches legend="What others see" switches={privacy} preferences={preferences} />
        </>
      )}
    </QueryPanel>
  );
}

interface SwitchesProps {
  legend: string;
  switches: readonly Switch[];
  preferences: Preferences;
}

function Switches({ legend, switches, preferences }: SwitchesProps) {
  const { mutateAsync: update } = useUpdatePreferences();
  const [current, change] = useOptimistic(preferences, (before, changes: Partial<Preferences>) => ({
    ...before,
    ...changes,
  }));

  /** The checkbox changes at once, and back if the change fails. */
  const save = (changes: Partial<Preferences>) =>
    startTransition(async () => {
      change(changes);
      // The mutation reports its failure.
      await update(changes).catch(() => {});
    });

  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="label mb-3">{legend}</legend>
      {switches.map(([name, label, hint, needs]) => (
        <div key={name} className={needs && 'ps-7'}>
          <Checkbox
            label={label}
            hint={hint}
            checked={current[name]}
            disabled={needs !== undefined && !current[needs]}
            onChange={({ target }) => save({ [name]: target.checked })}
          />
        </div>
      ))}
    </fieldset>
  );
}
