import {
  flagLimits,
  flagReasonLabels,
  type FlagSubject,
  flagSubjectLabels,
} from 'contract/flags/flags.constants.ts';
import { type ReactNode, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { RadiosField, SelectField, TextAreaField } from '#parts/form/form-field.tsx';
import { FormDialog } from '#parts/form/form.tsx';
import { useApiForm } from '#parts/form/use-api-form.ts';
import { ApiError } from '#api/api-error.ts';
import { useOperation } from '#parts/query/use-operation.ts';
import { Alert } from '#ui/feedback/alert.tsx';
import { Button } from '#ui/controls/button.tsx';
import { Checkbox } from '#ui/controls/checkbox.tsx';
import { Labelled } from '#ui/controls/labelled.tsx';
import { ActionMenu } from '#ui/overlays/action-menu.tsx';

interface PersonMenuProps {
  person: { id: string; username: string };
  /** Names the row, if that is not the person. */
  label?: string;
  /** What the user probably reports here. */
  subject?: FlagSubject;
  /** The id of the shared calculation that the row is about. */
  calculationId?: string;
  children?: ReactNode;
}

/** The further actions of a row about another user, who can be reported to staff. */
export function PersonMenu({
  person,
  label = person.username,
  subject,
  calculationId,
  children,
}: PersonMenuProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ActionMenu label={`More actions for ${label}`}>
        {children}
        <Button variant="ghost" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          <Labelled name={person.username}>Report this person</Labelled>
        </Button>
      </ActionMenu>
      {isOpen && (
        <ReportDialog {...{ person, label, subject, calculationId }} onClose={() => setOpen(false)} />
      )}
    </>
  );
}

const reasons = Object.entries(flagReasonLabels);

const loadSchema = async () => (await import('contract/flags/flags.ts')).CreateFlagBody;

interface ReportDialogProps extends Pick<PersonMenuProps, 'person'> {
  label: string;
  subject: FlagSubject | undefined;
  calculationId: string | undefined;
  onClose: () => void;
}

function ReportDialog({
  person: { id, username },
  label,
  subject = 'person',
  calculationId,
  onClose,
}: ReportDialogProps) {
  const { mutateAsync: report } = useOperation('createFlag', {
    invalidates: ['listOwnFlags', 'listBlocks', 'listFriendRequests', 'listCalculations', 'searchUsers'],
  });
  const form = useApiForm({
    values: { reason: '', subject, text: '', block: false },
    schema: loadSchema,
    toBody: ({ reason, ...input }) =>
      ({
        ...input,
        reason: reason || undefined,
        user_id: id,
        ...(input.subject === 'shared_calculation' && { calculation_id: calculationId }),
      }) as Parameters<typeof report>[0],
    onSubmit: report,
    onSaved: onClose,
  });
  // For somebody who has reported the person before.
  const { mutateAsync: block, isPending: isBlocking } = useOperation('blockUser', {
    params: { id },
    toastsFailure: true,
    invalidates: ['listBlocks', 'listFriendRequests', 'listCalculations', 'searchUsers'],
  });
  const { failure } = form;
  const isUnblocked =
    failure instanceof ApiError && failure.code === 'already_flagged' && form.getValues('block');
  const reason = useWatch({ control: form.control, name: 'reason' });
  const subjects = Object.entries(flagSubjectLabels)
    .filter(([name]) => name !== 'shared_calculation' || subject === name)
    .map(
      ([name, text]) => [name, name === 'shared_calculation' ? `The calculation “${label}”` : text] as const,
    );
  return (
    <FormDialog
      form={form}
      title={`Report ${username}`}
      submitLabel="Report"
      busyLabel="Reporting..."
      failure={
        isUnblocked ? (
          <Alert tone="error" role="alert" title={failure.message}>
            <p>
              <Button loading={isBlocking} onClick={() => void block().then(onClose, () => {})}>
                Block {username}
              </Button>
            </p>
          </Alert>
        ) : undefined
      }
      onClose={onClose}
    >
      <p className="text-sm text-muted">
        Agents read this. {username} does not learn that you reported them.
      </p>
      <RadiosField form={form} name="reason" label="What is wrong?" options={reasons} />
      <SelectField form={form} name="subject" label="What is it about?" options={subjects} />
      <TextAreaField
        form={form}
        name="text"
        label={reason === 'other' ? 'What happened?' : 'What happened? (optional)'}
        maxLength={flagLimits.textMaxLength}
        rows={4}
      />
      <Checkbox
        {...form.register('block')}
        label={`Also block ${username}`}
        hint="A blocked person can no longer find you or send you a friend request, and is not notified. A friendship ends."
      />
    </FormDialog>
  );
}
