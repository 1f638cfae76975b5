import { useEffect } from 'react';
import { sendLogouts } from '#session/unsent-logouts.ts';

const retryMs = 10_000;

/** Ends the sessions at the server that ended here without it, as soon as it can be reached. */
export function LogoutSender() {
  useEffect(() => {
    const send = () => void sendLogouts();
    send();
    const timer = setInterval(send, retryMs);
    window.addEventListener('online', send);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', send);
    };
  }, []);
  return null;
}
