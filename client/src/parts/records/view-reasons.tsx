import { viewReasonLimits } from 'contract/view-reasons/view-reasons.constants.ts';
import { ApiError } from '#api/api-error.ts';
import { TextField } from '#parts/form/form-field.tsx';
import { Form, FormDialog, SubmitButton } from '#parts/form/form.tsx';
import { type ApiForm, useApiForm } from '#parts/form/use-api-form.ts';
import { useApiMutation } from '#parts/query/use-api-mutation.ts';
import { call } from '#session/call.ts';
import { stateSearchReason } from '#session/search-reasons.ts';
import { Alert } from '#ui/feedback/alert.tsx';

/** What needs a reason: a user, or a search. */
type ReasonSubject = { userId: string } | { search: string; error: Error };

/** The refused search, if it needs a reason or another one; null for other failures. */
export function searchWithoutReason(error: unknown): ReasonSubject | null {
  if (!(error instanceof ApiError) || error.search === undefined) return null;
  const isRefused = error.code === 'view_reason_required' || error.details['view_reason'] !== undefined;
  return isRefused ? { search: error.search, error } : null;
}

function useReasonForm(of: ReasonSubject, onSaved?: () => void) {
  const { mutateAsync: state } = useApiMutation({
    mutationFn: async ({ reason }: { reason: string }) => {
      if ('userId' in of) await call('createViewReason', { params: { userId: of.userId }, body: { reason } });
      else stateSearchReason(of.search, reason);
    },
    // That of a search is not saved: the page remembers it.
    success: () => ('userId' in of ? 'Reason saved.' : undefined),
    // Whatever was refused without a reason is read again.
    invalidates: 'everything',
  });
  return useApiForm({
    values: { reason: '' },
    schema: async () => (await import('contract/view-reasons/view-reasons.ts')).CreateViewReasonBody,
    fieldNames: { view_reason: 'reason' },
    queryError: 'search' in of ? of.error : null,
    onSubmit: state,
    ...(onSaved && { onSaved }),
  });
}

const busyLabelOf = (of: ReasonSubject) => ('userId' in of ? 'Saving...' : 'Searching...');

interface ReasonProps {
  of: ReasonSubject;
}

/** Where the installation requires a reason: after it, what was refused is read. */
export function RequiredViewReason({ of }: ReasonProps) {
  const form = useReasonForm(of);
  return (
    <Alert tone="info" title="A REASON IS REQUIRED">
      <Form
        form={form}
        label="Reason"
        actions={
          <SubmitButton form={form} busyLabel={busyLabelOf(of)}>
            Continue
          </SubmitButton>
        }
      >
        <ReasonField form={form} of={of} />
      </Form>
    </Alert>
  );
}

interface DialogProps extends ReasonProps {
  title: string;
  submitLabel: string;
  onClose: () => void;
  onSaved?: () => void;
}

export function ViewReasonDialog({ of, title, submitLabel, onClose, onSaved = onClose }: DialogProps) {
  const form = useReasonForm(of, onSaved);
  return (
    <FormDialog
      form={form}
      title={title}
      submitLabel={submitLabel}
      busyLabel={busyLabelOf(of)}
      onClose={onClose}
    >
      <ReasonField form={form} of={of} />
    </FormDialog>
  );
}

function ReasonField({ form, of }: ReasonProps & { form: ApiForm<{ reason: string }> }) {
  const isOfUser = 'userId' in of;
  return (
    <TextField
      form={form}
      name="reason"
      maxLength={viewReasonLimits.reasonMaxLength}
      isProse
      label={isOfUser ? 'Why do you view this user?' : 'Why do you make this search?'}
      hint={
        isOfUser
          ? `The user reads it with your access, so do not say who reported them. It applies for ${viewReasonLimits.minutes} minutes.`
          : 'The users whom it finds or names read it with your access. It applies until you close or reload this page.'
      }
    />
  );
}
