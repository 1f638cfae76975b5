import { useEffect } from 'react';
import { sendLogouts } from '#session/unsent-logouts.ts';

const retryMs = 10_000;

/** Sends the logouts that have not reached the server, and retries until the server responds. */
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
