import { useState } from 'react';
import { Button } from '#ui/controls/button.tsx';
import { reloadIfReachable } from './chunk-errors.ts';

/** Reloads the page, because browsers do not fetch a failed chunk again. */
export function ReloadButton() {
  const [isTrying, setTrying] = useState(false);
  const retry = async () => {
    setTrying(true);
    if (!(await reloadIfReachable())) setTrying(false);
  };
  return (
    <Button variant="primary" loading={isTrying} onClick={() => void retry()}>
      Try Again
    </Button>
  );
}
