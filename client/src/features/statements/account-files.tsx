import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { DropZone } from '#parts/files/drop-zone.tsx';
import { FieldError } from '#ui/controls/field.tsx';
import { Alert } from '#ui/feedback/alert.tsx';
import { LiveRegion } from '#ui/feedback/live-region.tsx';
import { focusRegion } from '#ui/keep-focus.ts';
import { Panel } from '#ui/layout/panel.tsx';
import { FilePreview } from './file-preview.tsx';
import type { AccountKind } from './reading/read-account.ts';
import type { StatementInputs } from './statement-inputs.ts';
import type { AccountFile, AccountFiles } from './use-account-files.ts';

interface AccountFilesPanelProps {
  title: string;
  /** The label of the file input. */
  label: string;
  /** The name of the files in the refusals of the form. */
  name: 'loan_files' | 'offset_files';
  account: AccountFiles;
  kind: AccountKind;
  aside?: ReactNode;
  /** Further fields of a file. */
  renderFields?: (file: AccountFile) => ReactNode;
  /** Below the files. */
  children?: ReactNode;
}

/** The files of one account: a place to drop them, and what was read. */
export function AccountFilesPanel({
  title,
  label,
  name,
  account,
  kind,
  aside,
  renderFields,
  children,
}: AccountFilesPanelProps) {
  const { files, problems, isReading, add } = account;
  const form = useFormContext<StatementInputs>();
  const { error } = form.getFieldState(name, form.formState);
  return (
    <Panel title={title} aside={aside}>
      <div className="flex flex-col gap-5" {...focusRegion}>
        <DropZone
          name={name}
          accept=".csv,.txt,text/csv,text/plain"
          hint="Drop one or several files here, or choose them"
          isMultiple
          onFiles={(chosen) => void add(chosen)}
        >
          {label}
        </DropZone>
        <LiveRegion>
          {error?.message && <FieldError>{error.message}</FieldError>}
          {isReading && <p className="text-muted">Reading…</p>}
          {problems.length > 0 && (
            <Alert
              tone="error"
              title={problems.length === 1 ? 'A file cannot be read' : 'Some files cannot be read'}
            >
              {problems.map((problem) => (
                <p key={problem} className="text-sm wrap-anywhere">
                  {problem}
                </p>
              ))}
              <p className="text-sm">
                Export the transactions of the account as CSV from your bank’s website.
              </p>
            </Alert>
          )}
        </LiveRegion>
        {files.map((file) => (
          <FilePreview key={file.id} file={file} account={account} kind={kind}>
            {renderFields?.(file)}
          </FilePreview>
        ))}
        {children}
      </div>
    </Panel>
  );
}
