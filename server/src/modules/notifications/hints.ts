import { setImmediate } from 'node:timers/promises';
import { notificationLimits } from 'contract/notifications.constants.ts';
import { notificationChannel } from '#domain/notifications.queries.ts';
import type { Database } from '#platform/database/database.ts';
import type { HintStream } from './hint-stream.ts';
import { selectHints, selectLivingSessions, selectSecondsToNextNotice } from './notifications.queries.ts';

export interface Hints {
  /** False if the user has reached the limit. */
  add: (stream: HintStream) => boolean;
  remove: (stream: HintStream) => void;
  /** Ends all streams, and those added later after their first hint. */
  drain: () => void;
  close: () => void;
}

const usersPerTurn = 20;

/** Timers have a maximum, and the clocks of database and process may drift apart. */
const longestWaitMs = 60 * 60 * 1000;

/**
 * One statement at a time reads the hints of all users announced meanwhile. Changes that are not
 * announced, such as becoming premium, show at the next check of the sessions.
 */
export function createHints(database: Database): Hints {
  const streams = new Map<string, Set<HintStream>>();
  const changed = new Set<string>();
  let isReading = false;
  let isDraining = false;
  let noticeTimer: NodeJS.Timeout | undefined;

  const all = () => [...streams.values()].flatMap((ofUser) => [...ofUser]);

  const sendHints = async (userIds: string[]) => {
    for (const [index, { user_id, ...hint }] of (await selectHints(database, userIds)).entries()) {
      // A write is a system call: between the users of a notice to all, requests have their turn.
      if (index > 0 && index % usersPerTurn === 0) await setImmediate();
      for (const stream of streams.get(user_id) ?? []) {
        stream.send(hint);
        if (isDraining) stream.end();
      }
    }
  };
  const readChanged = async () => {
    isReading = true;
    while (changed.size > 0) {
      const userIds = [...changed];
      changed.clear();
      // While the database is down no hints are sent; the next check of the sessions retries.
      await sendHints(userIds).catch(() => {});
    }
    isReading = false;
  };
  const tell = (userIds: Iterable<string>) => {
    for (const userId of userIds) if (streams.has(userId)) changed.add(userId);
    if (!isReading) void readChanged();
  };

  /** Nothing announces that a notice begins or ends. */
  const waitForNextNotice = async () => {
    const [next] = await selectSecondsToNextNotice(database);
    clearTimeout(noticeTimer);
    if (!next || next.seconds === null) return;
    noticeTimer = setTimeout(
      followNotices,
      Math.min(Math.ceil(next.seconds * 1000) + 1, longestWaitMs),
    ).unref();
  };
  const followNotices = () => {
    tell(streams.keys());
    waitForNextNotice().catch(() => {});
  };

  const checkStreams = async () => {
    const living = await selectLivingSessions(
      database,
      all().map(({ sessionId }) => sessionId),
    );
    const ids = new Set(living.map(({ id }) => id));
    for (const stream of all()) {
      if (!stream.keepAlive()) stream.cutOff();
      else if (!ids.has(stream.sessionId)) stream.end();
    }
    tell(streams.keys());
  };
  const check = setInterval(() => {
    if (streams.size > 0) checkStreams().catch(() => {});
  }, notificationLimits.checkSeconds * 1000).unref();

  const unsubscribe = database.subscribe(notificationChannel, {
    hear: (userId) => (userId === '' ? followNotices() : tell([userId])),
    catchUp: followNotices,
  });

  const drain = () => {
    isDraining = true;
    for (const stream of all()) stream.end();
  };
  return {
    add: (stream) => {
      const ofUser = streams.get(stream.userId) ?? new Set();
      if (ofUser.size >= notificationLimits.streams) return false;
      streams.set(stream.userId, ofUser.add(stream));
      tell([stream.userId]);
      return true;
    },
    remove: (stream) => {
      const ofUser = streams.get(stream.userId);
      ofUser?.delete(stream);
      if (ofUser?.size === 0) streams.delete(stream.userId);
    },
    drain,
    close: () => {
      unsubscribe();
      clearInterval(check);
      clearTimeout(noticeTimer);
      drain();
    },
  };
}
