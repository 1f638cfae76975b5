import { ApiError } from '#api/api-error.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';

interface ListFailureProps {
  title: string;
  error: Error;
  onRetry: () => void;
  onClear: () => void;
}

/** Why a list could not be read, and what helps: a refused filter, such as a mistyped address has, goes. */
export function ListFailure({ title, error, onRetry, onClear }: ListFailureProps) {
  const isRefused = error instanceof ApiError && error.code === 'validation_failed';
  return (
    <Alert tone="error" role="alert" title={title}>
      <p>{error.message}</p>
      <p>
        {isRefused ? (
          <Button onClick={onClear}>Clear filters</Button>
        ) : (
          <Button onClick={onRetry}>Try Again</Button>
        )}
      </p>
    </Alert>
  );
}
