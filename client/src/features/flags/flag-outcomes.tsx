import { accountLimits } from 'contract/accounts/accounts.constants.ts';
import { count } from 'contract/counts.ts';
import { flagLimits, type FlagOutcome, flagOutcomes } from 'contract/flags/flags.constants.ts';
import { AnswerFlagBody, type Flag } from 'contract/flags/flags.ts';
import { useState } from 'react';
import { SelectField, TextAreaField, TextField } from '#parts/form/form-field.tsx';
import { FormDialog } from '#parts/form/form.tsx';
import { useApiForm } from '#parts/form/use-api-form.ts';
import { suspensionDays } from '#parts/user/suspension-days.ts';
import { Button } from '#ui/controls/button.tsx';
import { isConflict, useAnswerFlag } from './flags.queries.ts';

interface OutcomeText {
  label: string;
  /** What happens. */
  text: string;
  isDanger?: boolean;
}

const outcomeTexts: Readonly<Record<FlagOutcome, OutcomeText>> = {
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

/** The five answers, with what each does. */
export function FlagOutcomes({ flag }: { flag: Flag }) {
  const [outcome, setOutcome] = useState<FlagOutcome | null>(null);
  return (
    <section className="border-t border-rule pt-4" aria-label="Answer">
      <ul className="flex flex-col gap-4">
        {flagOutcomes.map((name) => (
          <li key={name} className="flex flex-col items-start gap-1 text-sm">
            <Button
              variant={outcomeTexts[name].isDanger ? 'danger' : 'secondary'}
              aria-haspopup="dialog"
              onClick={() => setOutcome(name)}
            >
              {outcomeTexts[name].label}
            </Button>
            <span className="text-muted">{outcomeTexts[name].text}</span>
          </li>
        ))}
      </ul>
      {outcome && <AnswerDialog flag={flag} outcome={outcome} onClose={() => setOutcome(null)} />}
    </section>
  );
}

interface AnswerDialogProps {
  flag: Flag;
  outcome: FlagOutcome;
  onClose: () => void;
}

function AnswerDialog({ flag, outcome, onClose }: AnswerDialogProps) {
  const { id, username, version, flags } = flag;
  const { mutateAsync: answer } = useAnswerFlag(id);
  const { label, text, isDanger = false } = outcomeTexts[outcome];
  const isSuspension = outcome === 'suspended';
  const form = useApiForm({
    values: { message: '', username: '', days: '3', note: '' },
    schema: AnswerFlagBody,
    toBody: (input) => ({
      outcome,
      version,
      note: input.note,
      message: input.message,
      ...(outcome === 'name_changed' && { username: input.username || undefined }),
      ...(isSuspension && { ends_at: new Date(Date.now() + Number(input.days) * dayMs).toISOString() }),
    }),
    fieldNames: { ends_at: 'days' },
    onSubmit: (body) =>
      answer(body).catch((error: unknown) => {
        if (isConflict(error)) onClose();
        throw error;
      }),
    onSaved: onClose,
  });
  return (
    <FormDialog
      form={form}
      title={`${label}: ${username}`}
      submitLabel={label}
      busyLabel="Answering..."
      variant={isDanger ? 'danger' : 'primary'}
      onClose={onClose}
    >
      <p>
        {text}{' '}
        {flags === 1
          ? 'Who reported the person is'
          : `The ${count(flags, 'person', 'people')} who reported the person are`}{' '}
        told what you did, and nothing else.
      </p>
      {outcome === 'name_changed' && (
        <TextField
          form={form}
          name="username"
          label="New username"
          maxLength={accountLimits.usernameMaxLength}
          autoComplete="off"
        />
      )}
      {isSuspension && <SelectField form={form} name="days" label="Ends after" options={suspensionDays} />}
      {outcome !== 'no_action' && (
        <TextAreaField
          form={form}
          name="message"
          label={isSuspension ? 'Reason' : outcome === 'warned' ? 'Message' : 'Message (optional)'}
          hint={`${username} reads it${isSuspension ? ' at the sign-in and in an email' : ' in the app and in an email'}. Do not say who reported them.`}
          maxLength={flagLimits.messageMaxLength}
          rows={4}
        />
      )}
      <TextAreaField
        form={form}
        name="note"
        label="Note (optional)"
        hint="For other agents."
        maxLength={flagLimits.noteMaxLength}
        rows={2}
      />
    </FormDialog>
  );
}

const dayMs = 86_400_000;
