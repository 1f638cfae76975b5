import { useState } from 'react';

/** What is typed, from what is applied; it follows links and the browser's history, and the fields keep the focus. */
export function useTyped<Values>(applied: Values) {
  const [typed, setTyped] = useState(applied);
  const present = JSON.stringify(applied);
  const [followed, setFollowed] = useState(present);
  if (followed !== present) {
    setFollowed(present);
    setTyped(applied);
  }
  return [typed, setTyped] as const;
}
