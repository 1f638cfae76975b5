import { count } from 'contract/counts.ts';
import {
  audienceLabels,
  CreateNoticeBody,
  type Notice,
  noticeLimits,
  UpdateNoticeBody,
} from 'contract/notices/notices.ts';
import { noticeLevels } from 'contract/notifications/notifications.constants.ts';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { SelectField, TextAreaField, TextField } from '#parts/form/form-field.tsx';
import { FormDialog, SubmitButton } from '#parts/form/form.tsx';
import { useApiForm } from '#parts/form/use-api-form.ts';
import { choicesInWords } from '#parts/format/format.ts';
import { NotificationEntry } from '#parts/notifications/notification-entry.tsx';
import { Checkbox } from '#ui/controls/checkbox.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { type NoticeChanges, useReach, useSaveNotice, useUsername, wasSent } from './notices.queries.ts';

const inputOf = (notice: Notice | undefined, username: string) => ({
  title: notice?.title ?? '',
  text: notice?.text ?? '',
  level: notice?.level ?? 'info',
  audience: !notice || notice.audience === 'unknown' ? 'all' : notice.audience,
  username,
  starts_at: minuteOf(notice?.starts_at),
  ends_at: minuteOf(notice?.ends_at),
});

type NoticeInput = ReturnType<typeof inputOf>;

/** `YYYY-MM-DDTHH:MM` in UTC, as the input field needs it. */
const minuteOf = (timestamp: string | null | undefined) => timestamp?.slice(0, 16) ?? '';

/** If the minute was not changed, the stored time keeps its seconds. */
const timeOf = (minute: string, stored: string | null = null) =>
  minute === '' ? null : minute === minuteOf(stored) ? stored : `${minute}:00.000Z`;

function changesOf(input: NoticeInput, notice: Notice | undefined, draft: boolean): NoticeChanges {
  const ends_at = timeOf(input.ends_at, notice?.ends_at);
  if (notice && wasSent(notice)) return { ends_at };
  const { username, ...fields } = input;
  return {
    ...fields,
    username: input.audience === 'user' ? username : '',
    starts_at: timeOf(input.starts_at, notice?.starts_at),
    ends_at,
    draft,
  };
}

interface NoticeDialogProps {
  /** Undefined for a new notice. */
  notice: Notice | undefined;
  onClose: () => void;
}

export function NoticeDialog({ notice, onClose }: NoticeDialogProps) {
  const { data: username = '' } = useUsername(notice?.user_id ?? null);
  const { mutateAsync: save } = useSaveNotice(notice?.id);
  const form = useApiForm({
    values: inputOf(notice, username),
    schema: notice ? UpdateNoticeBody : CreateNoticeBody,
    fieldNames: { user_id: 'username' },
    toBody: (input, intent) => changesOf(input, notice, intent === 'draft'),
    onSubmit: save,
    onSaved: onClose,
  });
  // Only the end of a sent notice can change.
  const isSent = notice !== undefined && wasSent(notice);
  const values = useWatch({ control: form.control });
  const isToEverybody = !isSent && values.level === 'critical' && values.audience === 'all';
  const { data: reach } = useReach(isToEverybody);
  const [isConfirmed, setConfirmed] = useState(false);
  const [openedAt] = useState(() => new Date().toISOString());

  return (
    <FormDialog
      form={form}
      title={notice ? 'Edit Notice' : 'New Notice'}
      submitLabel={isSent ? 'Save End' : 'Send'}
      isSubmitDisabled={isToEverybody && !isConfirmed}
      secondaryAction={
        !isSent && (
          <SubmitButton form={form} intent="draft" variant="secondary">
            Save as Draft
          </SubmitButton>
        )
      }
      onClose={onClose}
    >
      {isSent ? (
        <p className="text-muted">This notice has been sent. You can only change when it ends.</p>
      ) : (
        <>
          <TextField form={form} name="title" label="Title" maxLength={noticeLimits.titleMaxLength} isProse />
          <TextAreaField form={form} name="text" label="Text" maxLength={noticeLimits.textMaxLength} />
          <div className="fields">
            <SelectField
              form={form}
              name="level"
              label="Level"
              hint="A critical notice to everyone also appears as a banner."
              options={choicesInWords(noticeLevels)}
            />
            <SelectField
              form={form}
              name="audience"
              label="Audience"
              hint="Who will see it under the bell."
              options={Object.entries(audienceLabels)}
            />
          </div>
          {values.audience === 'user' && (
            <TextField form={form} name="username" label="Username" autoComplete="off" />
          )}
        </>
      )}
      <div className="fields">
        {!isSent && (
          <TextField
            form={form}
            name="starts_at"
            type="datetime-local"
            label="Starts (UTC)"
            hint="Leave empty to start at once."
          />
        )}
        <TextField
          form={form}
          name="ends_at"
          type="datetime-local"
          label="Ends (UTC)"
          hint="Leave empty for no end."
        />
      </div>
      {isToEverybody && (
        <Checkbox
          checked={isConfirmed}
          onChange={({ target }) => setConfirmed(target.checked)}
          label={reach === undefined ? 'Send to everybody' : `Send to ${count(reach, 'active user')}`}
          hint="A critical notice to everyone is also a banner on every page, also for guests."
        />
      )}
      <Panel title="Preview">
        <NotificationEntry
          notification={{
            title: values.title || 'Title',
            text: values.text || 'Text',
            level: values.level ?? 'info',
            created_at: timeOf(values.starts_at ?? '', notice?.starts_at) ?? openedAt,
            read_at: null,
          }}
        />
      </Panel>
    </FormDialog>
  );
}
