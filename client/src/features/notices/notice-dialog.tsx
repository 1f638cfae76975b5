import {
  audienceLabels,
  CreateNoticeBody,
  type Notice,
  type NoticeAudience,
  noticeLimits,
  UpdateNoticeBody,
} from 'contract/notices/notices.ts';
import { type NoticeLevel, noticeLevels } from 'contract/notifications/notifications.constants.ts';
import { useId, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { SelectField, TextAreaField, TextField } from '#parts/form/form-field.tsx';
import { Form, FormFailure, SubmitButton } from '#parts/form/form.tsx';
import { useApiForm } from '#parts/form/use-api-form.ts';
import { inWords } from '#parts/format/format.ts';
import { NotificationEntry } from '#parts/notifications/notification-entry.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { type NoticeChanges, useSaveNotice, useUsername } from './notices.queries.ts';

/** As typed. */
interface NoticeInput {
  title: string;
  text: string;
  level: NoticeLevel;
  audience: NoticeAudience;
  username: string;
  /** `YYYY-MM-DDTHH:MM` in UTC, or nothing. */
  starts_at: string;
  ends_at: string;
}

function inputOf(notice: Notice | undefined, username: string): NoticeInput {
  if (!notice) {
    return { title: '', text: '', level: 'info', audience: 'all', username: '', starts_at: '', ends_at: '' };
  }
  const { title, text, level, audience, starts_at, ends_at } = notice;
  return {
    title,
    text,
    level,
    audience,
    username,
    starts_at: minuteOf(starts_at),
    ends_at: minuteOf(ends_at),
  };
}

const minuteOf = (timestamp: string | null) => timestamp?.slice(0, 16) ?? '';

/** An unchanged minute keeps its seconds. */
const timeOf = (minute: string, stored: string | null = null) =>
  minute === '' ? null : minute === minuteOf(stored) ? stored : `${minute}:00.000Z`;

function changesOf(input: NoticeInput, notice: Notice | undefined, draft: boolean): NoticeChanges {
  const ends_at = timeOf(input.ends_at, notice?.ends_at);
  if (notice && isFixed(notice)) return { ends_at };
  const { username, ...fields } = input;
  return {
    ...fields,
    username: input.audience === 'user' ? username : '',
    starts_at: timeOf(input.starts_at, notice?.starts_at),
    ends_at,
    draft,
  };
}

/** Only the end of a live notice can change. */
const isFixed = ({ state }: Notice): boolean => state === 'live' || state === 'over';

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
  const isEndOnly = notice !== undefined && isFixed(notice);
  const typed = useWatch({ control: form.control });

  return (
    <Dialog
      title={notice ? 'Edit Notice' : 'New Notice'}
      onClose={onClose}
      actions={
        <>
          {!isEndOnly && (
            <SubmitButton form={form} intent="draft" variant="secondary">
              Save as Draft
            </SubmitButton>
          )}
          <SubmitButton form={form}>{isEndOnly ? 'Save End' : 'Send'}</SubmitButton>
        </>
      }
    >
      <Form form={form} failure={null}>
        {form.failure && <FormFailure>{form.failure.message}</FormFailure>}
        {isEndOnly ? (
          <p className="text-muted">This notice has been sent. You can only change when it ends.</p>
        ) : (
          <>
            <TextField
              form={form}
              name="title"
              label="Title"
              maxLength={noticeLimits.titleMaxLength}
              autoCapitalize="sentences"
              spellCheck
            />
            <TextAreaField form={form} name="text" label="Text" maxLength={noticeLimits.textMaxLength} />
            <div className="grid grid-fit-[14rem] items-end gap-4">
              <SelectField
                form={form}
                name="level"
                label="Level"
                hint="A critical notice to everyone also appears as a banner."
                options={noticeLevels.map((level) => [level, inWords(level)])}
              />
              <SelectField
                form={form}
                name="audience"
                label="Audience"
                hint="Who will see it under the bell."
                options={Object.entries(audienceLabels)}
              />
            </div>
            {typed.audience === 'user' && (
              <TextField form={form} name="username" label="Username" autoComplete="off" />
            )}
          </>
        )}
        <div className="grid grid-fit-[14rem] items-end gap-4">
          {!isEndOnly && (
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
      </Form>
      <Preview input={typed} notice={notice} />
    </Dialog>
  );
}

function Preview({ input, notice }: { input: Partial<NoticeInput>; notice: Notice | undefined }) {
  const startsAt = input.starts_at ? `${input.starts_at}:00Z` : (notice?.starts_at ?? null);
  const titleId = useId();
  const [openedAt] = useState(() => new Date().toISOString());
  return (
    <section
      className="mt-5 flex flex-col gap-4 border border-dashed border-rule bg-bg p-4"
      aria-labelledby={titleId}
    >
      <h3 className="text-xs tracking-wide text-dim" id={titleId}>
        Preview
      </h3>
      <NotificationEntry
        notification={{
          title: input.title || 'Title',
          text: input.text || 'Text',
          level: input.level ?? 'info',
          created_at: startsAt ?? openedAt,
          read_at: null,
        }}
      />
    </section>
  );
}
