import { setImmediate } from 'node:timers/promises';
import { notificationLimits } from 'contract/notifications/notifications.constants.ts';
import { endedSessionsChannel } from '#auth/sessions/sessions.queries.ts';
import { notificationChannel } from '#domain/notifications/notifications.queries.ts';
import type { Database } from '#platform/database/database.ts';
import type { HintStream } from './hint-stream.ts';
import { selectHints, selectSecondsToNextNotice } from './notifications.queries.ts';

export interface Hints {
  /** Returns false if the user has reached the limit. */
  add: (stream: HintStream) => boolean;
  remove: (stream: HintStream) => void;
  /** Ends all streams, and those that are added later after their first hint. */
  drain: () => void;
  close: () => void;
}

const usersPerTurn = 20;

/** Timers have a maximum, and the clocks of the database and the process may differ. */
const longestWaitMs = 60 * 60 * 1000;

const deletedUser = { unread: 0, latest_id: null, valid_sessions: [] as string[] };

/**
 * One statement at a time reads the hints and sessions of all users announced in the meantime. Changes that are not
 * announced, such as becoming premium or the expiry of a session, take effect at the next check.
 */
export function createHints(database: Database): Hints {
  const streams = new Map<string, Set<HintStream>>();
  const changed = new Set<string>();
  let isReading = false;
  let isDraining = false;
  let noticeTimer: NodeJS.Timeout | undefined;

  const all = () => [...streams.values()].flatMap((userStreams) => [...userStreams]);

  const readAndSend = async (userIds: string[]) => {
    // Streams that are added from here on may have sessions that the statement does not see yet.
    const open = userIds.map((userId) => ({ userId, userStreams: [...(streams.get(userId) ?? [])] }));
    const rows = new Map((await selectHints(database, userIds)).map((row) => [row.user_id, row]));
    for (const [index, { userId, userStreams }] of open.entries()) {
      // A write is a system call. Between the users of a notice to all, other requests are served.
      if (index > 0 && index % usersPerTurn === 0) await setImmediate();
      const { unread, latest_id, valid_sessions } = rows.get(userId) ?? deletedUser;
      for (const stream of userStreams) {
        const isSessionActive = valid_sessions.includes(stream.sessionId);
        if (isSessionActive) stream.send({ unread, latest_id });
        if (!isSessionActive || isDraining) stream.end();
      }
    }
  };
  const readChanged = async () => {
    isReading = true;
    while (changed.size > 0) {
      const userIds = [...changed];
      changed.clear();
      // While the database is down no hints are sent. The next check retries.
      await readAndSend(userIds).catch(() => {});
    }
    isReading = false;
  };
  const sendTo = (userIds: Iterable<string>) => {
    for (const userId of userIds) if (streams.has(userId)) changed.add(userId);
    if (!isReading) void readChanged();
  };

  const sendToAll = () => sendTo(streams.keys());

  /** No notification announces that a notice begins or ends. */
  const waitForNextNotice = async () => {
    const [next] = await selectSecondsToNextNotice(database);
    clearTimeout(noticeTimer);
    if (!next || next.seconds === null) return;
    noticeTimer = setTimeout(
      refreshForNotices,
      Math.min(Math.ceil(next.seconds * 1000) + 1, longestWaitMs),
    ).unref();
  };
  const refreshForNotices = () => {
    sendToAll();
    waitForNextNotice().catch(() => {});
  };

  const check = setInterval(() => {
    for (const stream of all()) if (!stream.keepAlive()) stream.cutOff();
    sendToAll();
  }, notificationLimits.checkSeconds * 1000).unref();

  const unsubscribe = database.subscribe(notificationChannel, {
    onNotification: (userId) => (userId === '' ? refreshForNotices() : sendTo([userId])),
    onReconnect: refreshForNotices,
  });

  const unsubscribeFromSessions = database.subscribe(endedSessionsChannel, {
    onNotification: (userId) => sendTo([userId]),
    onReconnect: sendToAll,
  });

  const drain = () => {
    isDraining = true;
    for (const stream of all()) stream.end();
  };
  return {
    add: (stream) => {
      const userStreams = streams.get(stream.userId) ?? new Set();
      if (userStreams.size >= notificationLimits.streams) return false;
      streams.set(stream.userId, userStreams.add(stream));
      sendTo([stream.userId]);
      return true;
    },
    remove: (stream) => {
      const userStreams = streams.get(stream.userId);
      userStreams?.delete(stream);
      if (userStreams?.size === 0) streams.delete(stream.userId);
    },
    drain,
    close: () => {
      unsubscribe();
      unsubscribeFromSessions();
      clearInterval(check);
      clearTimeout(noticeTimer);
      drain();
    },
  };
}
