import { Alert } from './alert.tsx';
import { Button } from '#ui/controls/button.tsx';

interface FailureProps {
  /** Names the action that failed. */
  title: string;
  /** Its message gives the reason. */
  error?: Error;
  retry?: (() => unknown) | undefined;
}

export function Failure({ title, error, retry }: FailureProps) {
  return (
    <Alert tone="error" role="alert" title={title}>
      {error && <p>{error.message}</p>}
      {retry && (
        <p>
          <Button onClick={() => void retry()}>Try Again</Button>
        </p>
      )}
    </Alert>
  );
}
