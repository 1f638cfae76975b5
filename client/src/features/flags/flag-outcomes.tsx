import { type FlagOutcome, flagOutcomes } from 'contract/flags/flags.constants.ts';
import type { Flag } from 'contract/flags/flags.ts';
import { Button } from '#ui/controls/button.tsx';

interface OutcomeText {
  label: string;
  /** What happens. */
  text: string;
  isDanger?: boolean;
}

export const outcomeTexts: Readonly<Record<FlagOutcome, OutcomeText>> = {
  no_action: { label: 'Do Nothing', text: 'Closes the flag. The person learns nothing.' },
  warned: { label: 'Warn', text: 'Sends a message to the person, in the app and by email.' },
  image_removed: {
    label: 'Remove Image',
    text: 'Deletes the reported profile image, if the person still has it.',
    isDanger: true,
  },
  name_changed: {
    label: 'Change Name',
    text: 'Gives the account another username, with which the person signs in.',
    isDanger: true,
  },
  suspended: {
    label: 'Suspend',
    text: 'Ends all sessions of the person, and refuses sign-ins for a time.',
    isDanger: true,
  },
};

export type PickOutcome = (flag: Flag, outcome: FlagOutcome) => void;

/** The five answers, with what each does, or why it cannot be done. */
export function FlagOutcomes({ flag, onPick }: { flag: Flag; onPick: PickOutcome }) {
  return (
    <section className="border-t border-rule pt-4" aria-label="Answer">
      <ul className="flex flex-col gap-4">
        {flagOutcomes.map((name) => {
          const { label, text, isDanger = false } = outcomeTexts[name];
          const obstacle = name === 'image_removed' ? imageObstacle(flag) : undefined;
          return (
            <li key={name} className="flex flex-col items-start gap-1 text-sm">
              <Button
                variant={isDanger ? 'danger' : 'secondary'}
                aria-haspopup="dialog"
                aria-disabled={obstacle !== undefined}
                onClick={obstacle === undefined ? () => onPick(flag, name) : undefined}
              >
                {label}
              </Button>
              <span className="text-muted">{obstacle ?? text}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Why the reported image cannot be removed. */
function imageObstacle({ images }: Flag): string | undefined {
  if (images.length === 0) return 'There was no image at the time of the report.';
  return images.some(({ is_current }) => is_current)
    ? undefined
    : 'The person no longer has the image that was reported.';
}
