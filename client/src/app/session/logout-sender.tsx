import { useEffect } from 'react';
import { sendLogouts } from '#session/unsent-logouts.ts';
import { useListener } from '#ui/use-listener.ts';

const retryMs = 10_000;

const send = () => void sendLogouts();

/** Sends the logouts that have not reached the server, and retries until the server responds. */
export function LogoutSender() {
  useEffect(() => {
    send();
    const timer = setInterval(send, retryMs);
    return () => clearInterval(timer);
  }, []);
  useListener('online', send);
  return null;
}
