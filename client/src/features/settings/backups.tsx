import { useQuery } from '@tanstack/react-query';
import { accountMessages } from 'contract/accounts/accounts.constants.ts';
import type { Backup } from 'contract/backups/backups.ts';
import { Fragment, useEffect, useState } from 'react';
import { ApiError } from '#api/api-error.ts';
import { downloadFrom } from '#api/save-file.ts';
import { fieldRefusal } from '#parts/form/field-refusal.ts';
import { PasswordField } from '#parts/form/form-field.tsx';
import { FormDialog } from '#parts/form/form.tsx';
import { useApiForm } from '#parts/form/use-api-form.ts';
import { QueryState } from '#parts/query/query-state.tsx';
import { useOperation } from '#parts/query/use-operation.ts';
import { Button } from '#ui/controls/button.tsx';
import { Labelled } from '#ui/controls/labelled.tsx';
import { Alert } from '#ui/feedback/alert.tsx';
import { ProgressBar } from '#ui/feedback/progress-bar.tsx';
import { Tag } from '#ui/feedback/tag.tsx';
import { toast } from '#ui/feedback/toast.ts';
import { Panel } from '#ui/layout/panel.tsx';
import { backupTimeText, checkText, sizeText } from './backup-texts.ts';
import { type BackupPage, backupPage } from './settings.queries.ts';

/** The polling interval while a backup runs. */
const pollMs = 1000;

export function Backups() {
  const backups = useQuery({
    ...backupPage,
    refetchInterval: ({ state: { data } }) => (data?.running ? pollMs : false),
  });
  const { mutate: create, isPending } = useOperation('createBackup', {
    toastsFailure: true,
    invalidates: ['listBackups'],
  });
  const { data } = backups;
  const isChecking = data?.running?.task === 'check';
  // Those that were there when the user asked for another one.
  const [former, setFormer] = useState<readonly string[]>();
  const made = former && data?.data.find(({ name, kind }) => kind === 'by_hand' && !former.includes(name));
  const text = made && `The backup is complete: ${sizeText(made.size_bytes)}.`;
  useEffect(() => {
    if (text === undefined) return;
    // The one that says that it has started.
    toast.closeSuccess();
    toast.success(text);
  }, [text]);
  const start = (page: BackupPage) => {
    setFormer(page.data.map(({ name }) => name));
    create();
  };
  return (
    <Panel
      title="Backups"
      aside={
        data?.is_on && (
          <Button
            loading={isPending || data.running?.task === 'backup'}
            aria-disabled={isChecking}
            onClick={isChecking ? undefined : () => start(data)}
          >
            Back up now
          </Button>
        )
      }
    >
      <QueryState query={backups} failure="The backups could not be loaded">
        {(page) => (
          <div className="flex flex-col gap-4">
            <Schedule page={page} />
            <Warnings page={page} />
            <div>
              <Progress page={page} />
              <BackupList page={page} now={backups.dataUpdatedAt} />
            </div>
            <p className="text-sm text-muted">
              To restore a backup, run <code>npm run restore</code> on the server. The manual describes it.
            </p>
          </div>
        )}
      </QueryState>
    </Panel>
  );
}

/** A long name of a time zone breaks after its slash. */
const TimeZone = ({ name }: { name: string }) =>
  name.split('/').map((part, index) => (
    <Fragment key={part}>
      {index > 0 && (
        <>
          /<wbr />
        </>
      )}
      {part}
    </Fragment>
  ));

function Schedule({ page: { is_on, is_database_embedded, folder, hour, time_zone } }: { page: BackupPage }) {
  if (is_on) {
    return (
      <p className="wrap-anywhere">
        The server makes a backup each day at {String(hour).padStart(2, '0')}:00 (
        <TimeZone name={time_zone} />) into the folder <code>{folder}</code>. The newest of the last 7 days, 4
        weeks and 6 months stay, and so does each backup that you make here.
      </p>
    );
  }
  return (
    <Alert tone="warn" title="This server makes no backups.">
      <p>
        {is_database_embedded
          ? 'BACKUPS is off, and nothing else saves the embedded database.'
          : 'BACKUPS is off. Make sure that somebody backs up the database and the images each day, for example the provider of the database, and that a backup can be restored.'}
      </p>
      <p>
        To have this server make them, set BACKUPS to on and start it again. To make them yourself, run{' '}
        <code>npm run backup</code> each night and copy the file to another place.
      </p>
    </Alert>
  );
}

function Warnings({ page: { is_on, disk, faults, check_remedy } }: { page: BackupPage }) {
  return (
    <>
      {faults.length > 0 && (
        <Alert tone="error" title="The backups need attention.">
          {faults.map((fault) => (
            <p key={fault} className="wrap-anywhere">
              {fault}
            </p>
          ))}
        </Alert>
      )}
      {is_on && disk === 'database' && (
        <Alert tone="warn" title="The backups are on the disk of the database.">
          <p>
            They do not survive the loss of that disk. Set BACKUP_DIR to a folder on another disk, or copy the
            files to another place.
          </p>
        </Alert>
      )}
      {is_on && disk === 'unknown' && (
        <p className="text-muted">
          The server cannot see on which disk the database is. Backups on the same disk do not survive its
          loss, so copy them to another place.
        </p>
      )}
      {check_remedy !== null && (
        <Alert tone="warn" title="No backup is checked.">
          <p className="wrap-anywhere">
            The server may not create a temporary database to restore a backup. To allow it, run as a
            superuser of PostgreSQL: <code>{check_remedy}</code>
          </p>
        </Alert>
      )}
    </>
  );
}

function Progress({ page: { running, data } }: { page: BackupPage }) {
  const last = data[0]?.size_bytes;
  const written = running?.bytes ?? null;
  const text = !running
    ? ''
    : running.task === 'check'
      ? 'A backup is being checked. You can make another one after that.'
      : written === null
        ? 'A backup is being prepared.'
        : `A backup is being made: ${sizeText(written)} so far.`;
  return (
    <div className={running ? 'mb-4 flex flex-col gap-2' : undefined}>
      <output>{text}</output>
      {written !== null && last !== undefined && (
        <ProgressBar aria-label="Backup" max={Math.max(last, written)} value={written} />
      )}
    </div>
  );
}

const kindTags: Partial<Record<Backup['kind'], string>> = {
  before_upgrade: 'before an upgrade',
  by_hand: 'made by hand',
};

function BackupList({ page: { data, time_zone, is_on, running }, now }: { page: BackupPage; now: number }) {
  const [chosen, setChosen] = useState<Backup | null>(null);
  const clock = { timeZone: time_zone, now };
  if (data.length === 0) return is_on && !running ? <p>There is no backup yet.</p> : null;
  return (
    <>
      <ul className="flex flex-col gap-3" aria-label="Backups">
        {data.map((backup) => {
          const { name, kind, size_bytes, check_fault } = backup;
          const time = backupTimeText(backup, clock);
          const tag = kindTags[kind];
          return (
            <li
              key={name}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 not-first:border-t not-first:border-rule not-first:pt-3"
            >
              <div className="flex min-w-0 flex-[1_1_14rem] flex-wrap items-center gap-x-3 gap-y-1">
                <span className={check_fault === null ? undefined : 'text-error'}>
                  <time dateTime={backup.created_at}>{time}</time>, {sizeText(size_bytes)},{' '}
                  {checkText(backup, clock)}
                </span>
                {tag !== undefined && <Tag tone="quiet">{tag}</Tag>}
              </div>
              <Button onClick={() => setChosen(backup)}>
                <Labelled name={time}>Download</Labelled>
              </Button>
            </li>
          );
        })}
      </ul>
      {chosen && (
        <DownloadDialog
          name={chosen.name}
          time={backupTimeText(chosen, clock)}
          onClose={() => setChosen(null)}
        />
      )}
    </>
  );
}

interface DownloadDialogProps {
  name: string;
  /** When the backup was made. */
  time: string;
  onClose: () => void;
}

function DownloadDialog({ name, time, onClose }: DownloadDialogProps) {
  const { mutateAsync: link } = useOperation('linkBackup', { params: { name } });
  const form = useApiForm({
    values: { current_password: '' },
    onSubmit: async (body) => {
      if (!body.current_password)
        throw fieldRefusal('current_password', accountMessages.currentPasswordNeeded);
      try {
        return await link(body);
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'invalid_credentials') throw error;
        throw fieldRefusal('current_password', error.message);
      }
    },
    onSaved: ({ url }) => {
      downloadFrom(url);
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title="DOWNLOAD A BACKUP"
      submitLabel="Download"
      busyLabel="Checking..."
      onClose={onClose}
    >
      <p>
        This backup ({time}) is the whole database, with the personal data and the password hashes of all
        users. Store it where nobody else can read it. All superusers are informed by email.
      </p>
      <PasswordField
        form={form}
        name="current_password"
        label="Your password"
        required
        autoComplete="current-password"
      />
    </FormDialog>
  );
}
