import { count } from 'contract/counts.ts';
import { useSyncExternalStore } from 'react';
import { Panel } from '#ui/layout/panel.tsx';
import { Alert } from '#ui/feedback/alert.tsx';
import { Button } from '#ui/controls/button.tsx';
import { readSample, storedSample } from './stored-sample.ts';
import { useSaveSample } from './training.queries.ts';

const forget = () => storedSample.set(null);

/** Offers to save the answers to a sample in this browser from before the sign-in. */
export function SaveSample() {
  const sample = readSample(useSyncExternalStore(storedSample.subscribe, storedSample.get));
  const { mutate, isPending, error } = useSaveSample();
  if (!sample) return null;
  return (
    <Panel title="Your Sample">
      <div className="flex flex-col gap-4">
        <p>
          You answered {count(sample.answers.length, 'question')} in this browser before you signed in. Save
          them as your first training, and they come back when you have probably begun to forget them.
        </p>
        {error && <Alert tone="error" role="alert" title={error.message} />}
        <div className="flex flex-wrap gap-3">
          <Button variant="primary" loading={isPending} onClick={() => mutate(sample, { onSuccess: forget })}>
            Save my answers
          </Button>
          <Button onClick={forget}>Discard</Button>
        </div>
      </div>
    </Panel>
  );
}
