import { count } from 'contract/counts.ts';
import { useState } from 'react';
import { paths } from '#parts/navigation/paths.ts';
import { useOperation } from '#parts/query/use-operation.ts';
import { Alert } from '#ui/feedback/alert.tsx';
import { Button } from '#ui/controls/button.tsx';
import { Checkbox } from '#ui/controls/checkbox.tsx';
import { focusRegion } from '#ui/keep-focus.ts';
import { Panel } from '#ui/layout/panel.tsx';
import { quizReaders } from '../quiz.queries.ts';

/** Compares the bank with the questions of this version, and adds those that it never had. */
export function ReleaseQuestions() {
  const comparison = useOperation('importReleaseQuestions', { success: null });
  const saving = useOperation('importReleaseQuestions', { success: null, invalidates: quizReaders });
  const [includesRemoved, setIncludesRemoved] = useState(false);
  const { missing = 0, removed = 0 } = comparison.data ?? {};
  const imported = missing + (includesRemoved ? removed : 0);
  const isReady = comparison.isSuccess && !saving.isSuccess;
  const error = comparison.error ?? saving.error;
  return (
    <Panel title="Questions of this version">
      <div className="flex flex-col gap-4" {...focusRegion}>
        <p className="text-muted">
          Each version of the app comes with questions. Here you can add those that your bank never had.
          Questions that you changed or deleted stay as they are.
        </p>
        <output className="text-strong tabular-nums empty:absolute">
          {isReady && `${missing === 0 ? 'No questions are' : areMissing(missing)} missing.`}
          {saving.isSuccess && `${questions(saving.data.created)} added.`}
        </output>
        {error && (
          <Alert tone="error" role="alert" title="The questions cannot be added">
            <p>{error.message}</p>
          </Alert>
        )}
        {isReady && removed > 0 && (
          <Checkbox
            label={`Add the ${removed === 1 ? 'question' : questions(removed)} that staff changed or deleted, too`}
            hint="A question counts as changed if no question of the bank has its text. A changed question stays beside the one that is added."
            checked={includesRemoved}
            onChange={({ target }) => setIncludesRemoved(target.checked)}
          />
        )}
        <div className="flex flex-wrap gap-3 empty:hidden">
          {!comparison.isSuccess && (
            <Button loading={comparison.isPending} onClick={() => comparison.mutate({ dry_run: true })}>
              Look for missing questions
            </Button>
          )}
          {isReady && imported > 0 && (
            <Button
              variant="primary"
              loading={saving.isPending}
              onClick={() => saving.mutate({ include_removed: includesRemoved })}
            >
              Add {questions(imported)}
            </Button>
          )}
          {saving.isSuccess && (
            <Button variant="primary" to={paths.adminQuestions}>
              See the questions
            </Button>
          )}
        </div>
      </div>
    </Panel>
  );
}

const questions = (number: number) => count(number, 'question');

const areMissing = (number: number) => `${questions(number)} of this version ${number === 1 ? 'is' : 'are'}`;
