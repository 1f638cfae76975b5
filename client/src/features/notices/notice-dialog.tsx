import { noticeLimits } from 'contract/notices.constants.ts';
import type { Notice } from 'contract/notices.ts';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { detailsOf } from '#api/api-error.ts';
import { TextField } from '#parts/form/form-field.tsx';
import { NotificationEntry } from '#parts/notification-entry.tsx';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/cx.ts';
import { Dialog } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { Select, TextArea } from '#ui/input.tsx';
import typography from '#ui/typography.module.css';
import layout from '#ui/layout.module.css';
import styles from './notice-dialog.module.css';
import { changesOf, inputOf, isFixed, type NoticeInput } from './notice-input.ts';
import { audienceWords, levelWords } from './notice-words.ts';
import { useSaveNotice, useUsername } from './notices.queries.ts';

interface NoticeDialogProps {
  /** Undefined for a new one. */
  notice: Notice | undefined;
  onClose: () => void;
}

const formId = 'notice';
/** The form's name of a contract field. */
const fieldOf = (name: string) => (name === 'user_id' ? 'username' : name);

export function NoticeDialog({ notice, onClose }: NoticeDialogProps) {
  const { data: username = '' } = useUsername(notice?.user_id ?? null);
  const { mutate: save, isPending, variables } = useSaveNotice(notice?.id);
  const [failure, setFailure] = useState<string | null>(null);
  const initial = inputOf(notice, username);
  const form = useForm<NoticeInput>({
    defaultValues: initial,
    values: initial,
    resetOptions: { keepDirtyValues: true },
  });
  const isEndOnly = notice !== undefined && isFixed(notice);
  const typed = useWatch({ control: form.control });

  const submitAs = (draft: boolean) =>
    form.handleSubmit((input) => {
      setFailure(null);
      save(changesOf(input, notice, draft), { onSuccess: onClose, onError: showFailure });
    });

  /** Focuses the first refused field. */
  function showFailure(error: Error) {
    setFailure(error.message);
    const [first, ...others] = Object.entries(detailsOf(error)).filter(([name]) => fieldOf(name) in initial);
    for (const [name, reasons] of others) refuse(name, reasons);
    if (first) refuse(first[0], first[1], { shouldFocus: true });
  }
  function refuse(name: string, reasons: string[], options = { shouldFocus: false }) {
    form.setError(fieldOf(name) as keyof NoticeInput, { message: reasons.join(' ') }, options);
  }

  const required = { required: 'Required.' };
  return (
    <Dialog
      title={notice ? 'Edit Notice' : 'New Notice'}
      onClose={onClose}
      actions={
        <>
          {!isEndOnly && (
            <Button loading={isPending && variables.draft === true} onClick={submitAs(true)}>
              Save as Draft
            </Button>
          )}
          <Button
            variant="primary"
            type="submit"
            form={formId}
            loading={isPending && variables.draft !== true}
          >
            {isEndOnly ? 'Save End' : 'Send'}
          </Button>
        </>
      }
    >
      <form id={formId} className={layout.stack} noValidate onSubmit={submitAs(false)}>
        {failure && <Alert tone="error" role="alert" title={failure} />}
        {isEndOnly ? (
          <p className={typography.muted}>This notice has been sent: only its end can change.</p>
        ) : (
          <>
            <TextField
              form={form}
              name="title"
              label="Title"
              rules={required}
              maxLength={noticeLimits.titleMaxLength}
              autoCapitalize="sentences"
              spellCheck
            />
            <Field label="Text" error={form.formState.errors.text?.message}>
              {(control) => (
                <TextArea
                  {...control}
                  {...form.register('text', required)}
                  maxLength={noticeLimits.textMaxLength}
                />
              )}
            </Field>
            <div className={styles.pair}>
              <Field label="Level" hint="Critical to everybody: a banner, too.">
                {(control) => (
                  <Select {...control} {...form.register('level')} options={Object.entries(levelWords)} />
                )}
              </Field>
              <Field label="Audience" hint="Who finds it under the bell.">
                {(control) => (
                  <Select
                    {...control}
                    {...form.register('audience')}
                    options={Object.entries(audienceWords)}
                  />
                )}
              </Field>
            </div>
            {typed.audience === 'user' && (
              <TextField form={form} name="username" label="Username" rules={required} autoComplete="off" />
            )}
          </>
        )}
        <div className={styles.pair}>
          {!isEndOnly && (
            <TextField
              form={form}
              name="starts_at"
              type="datetime-local"
              label="Starts (UTC)"
              hint="Empty: at once."
            />
          )}
          <TextField
            form={form}
            name="ends_at"
            type="datetime-local"
            label="Ends (UTC)"
            hint="Empty: never."
          />
        </div>
      </form>
      <Preview input={typed} notice={notice} />
    </Dialog>
  );
}

function Preview({ input, notice }: { input: Partial<NoticeInput>; notice: Notice | undefined }) {
  const startsAt = input.starts_at ? `${input.starts_at}:00Z` : (notice?.starts_at ?? null);
  const [openedAt] = useState(() => new Date().toISOString());
  return (
    <section className={cx(layout.stack, styles.preview)} aria-labelledby={`${formId}-preview`}>
      <h3 className={styles.title} id={`${formId}-preview`}>
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
