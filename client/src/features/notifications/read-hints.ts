import type { Hint } from 'contract/notifications/notifications.ts';
import { sendAuthorizedRequest } from '#session/authorized-request.ts';
import { eitherSignal } from '#ui/compatibility.ts';

/** The server sends the first hint at once, then a comment every 20 s. */
const firstHintMs = 10_000;
const silenceMs = 45_000;

/**
 * Resolves when the server ends the stream. Rejects if it is refused, breaks or is silent, or when `signal` is aborted.
 */
export async function readHints(onHint: (hint: Hint) => void, signal: AbortSignal): Promise<void> {
  const silence = new AbortController();
  const patience = (ms: number) => setTimeout(() => silence.abort(), ms);
  let timer = patience(firstHintMs);
  try {
    const response = await sendAuthorizedRequest('streamNotifications', {
      signal: eitherSignal(signal, silence.signal),
    });
    if (!response.ok || !response.body) throw new Error(`The stream is refused: ${response.status}.`);
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      clearTimeout(timer);
      timer = patience(silenceMs);
      const messages = (rest + value).split('\n\n');
      rest = messages.pop() ?? '';
      for (const message of messages) {
        const data = /^data: (.*)$/m.exec(message)?.[1];
        if (data !== undefined) onHint(JSON.parse(data) as Hint);
      }
    }
  } finally {
    clearTimeout(timer);
  }
}
