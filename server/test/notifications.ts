import { createNotice, listNotices, type Notice } from 'contract/notices.ts';
import {
  type Hint,
  listNotifications,
  readNotifications,
  streamNotifications,
} from 'contract/notifications.ts';
import type { RouteResponse } from 'contract/route.ts';
import request from 'supertest';
import type { TestApp } from '#test/app.ts';

export type NotificationList = RouteResponse<typeof listNotifications>;

const bearer = (access: string) => ({ authorization: `Bearer ${access}` });

export async function readList({ app }: TestApp, access: string, query = {}): Promise<NotificationList> {
  const answer = await request(app.server).get(listNotifications.url).query(query).set(bearer(access));
  return answer.body as NotificationList;
}

export const markRead = ({ app }: TestApp, access: string, body: object) =>
  request(app.server).post(readNotifications.url).set(bearer(access)).send(body);

export async function writeNotice(
  { app }: TestApp,
  access: string,
  given: Partial<Record<keyof Notice | 'draft', unknown>> = {},
): Promise<Notice> {
  const body = { title: 'Title', text: 'Text', level: 'info', audience: 'all', ...given };
  const answer = await request(app.server).post(createNotice.url).set(bearer(access)).send(body).expect(201);
  return (answer.body as { notice: Notice }).notice;
}

export async function findNotice(
  { app }: TestApp,
  access: string,
  text: string,
): Promise<Notice | undefined> {
  const answer = await request(app.server).post(listNotices.url).set(bearer(access)).send({ text });
  return (answer.body as { data: Notice[] }).data[0];
}

/** What one stream has said so far. */
export interface OpenStream {
  status: number;
  hints: Hint[];
  comments: () => number;
  /** Resolves when the server has ended it. */
  ended: Promise<void>;
  close: () => void;
}

export async function openStream(origin: string, access: string): Promise<OpenStream> {
  const leaving = new AbortController();
  const response = await fetch(origin + streamNotifications.url, {
    headers: bearer(access),
    signal: leaving.signal,
  });
  const hints: Hint[] = [];
  let comments = 0;
  const read = async () => {
    if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return;
    let rest = '';
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const messages = (rest + chunk).split('\n\n');
      rest = messages.pop() ?? '';
      for (const message of messages) {
        const data = /^event: unread\ndata: (.*)$/.exec(message)?.[1];
        if (data === undefined) comments += 1;
        else hints.push(JSON.parse(data) as Hint);
      }
    }
  };
  return {
    status: response.status,
    hints,
    comments: () => comments,
    ended: read().catch(() => {}),
    close: () => leaving.abort(),
  };
}
