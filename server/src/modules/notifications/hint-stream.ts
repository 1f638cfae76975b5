import type { ServerResponse } from 'node:http';
import type { Hint } from 'contract/notifications/notifications.ts';

/** One open stream. At most one message waits for its client, and later hints replace it. */
export interface HintStream {
  userId: string;
  sessionId: string;
  send: (hint: Hint) => void;
  /** Sends a comment. Returns false if the client has not received earlier messages, or the stream has ended. */
  keepAlive: () => boolean;
  end: () => void;
  /** Closes the connection without waiting for the client. */
  cutOff: () => void;
}

export function openHintStream(
  response: ServerResponse,
  { userId, sessionId }: Pick<HintStream, 'userId' | 'sessionId'>,
): HintStream {
  let isWriting = false;
  let lastMessage = '';
  let pendingMessage: string | undefined;

  const write = (message: string) => {
    isWriting = true;
    response.write(message, () => {
      isWriting = false;
      const next = pendingMessage;
      pendingMessage = undefined;
      if (next !== undefined && isOpen()) write(next);
    });
  };
  const isOpen = () => !response.writableEnded && !response.destroyed;

  return {
    userId,
    sessionId,
    send: (hint) => {
      const message = `event: unread\ndata: ${JSON.stringify(hint)}\n\n`;
      if (message === lastMessage || !isOpen()) return;
      lastMessage = message;
      if (isWriting) pendingMessage = message;
      else write(message);
    },
    keepAlive: () => {
      if (isWriting || !isOpen()) return false;
      write(':\n\n');
      return true;
    },
    end: () => void response.end(),
    cutOff: () => void response.destroy(),
  };
}
