import { createNotice, listNotices, type Notice } from 'contract/notices/notices.ts';
import {
  type Hint,
  listNotifications,
  readNotifications,
  streamNotifications,
} from 'contract/notifications/notifications.ts';
import type { RouteResponse } from 'contract/route.ts';
import type { TestApp } from '#test/app.ts';
import { callApi } from '#test/call.ts';

export type NotificationList = RouteResponse<typeof listNotifications>;

export async function readList(test: TestApp, access: string, query = {}): Promise<NotificationList> {
  return (await callApi(test, listNotifications, { access, query })).body as NotificationList;
}

export const markRead = (test: TestApp, access: string, body: object) =>
  callApi(test, readNotifications, { access, body });

export async function addNotice(
  test: TestApp,
  access: string,
  fields: Partial<Record<keyof Notice | 'draft', unknown>> = {},
): Promise<Notice> {
  const body = { title: 'Title', text: 'Text', level: 'info', audience: 'all', ...fields };
  const answer = await callApi(test, createNotice, { access, body }).expect(201);
  return (answer.body as { notice: Notice }).notice;
}

export async function findNotice(test: TestApp, access: string, text: string): Promise<Notice | undefined> {
  const answer = await callApi(test, listNotices, { access, body: { text } });
  return (answer.body as { data: Notice[] }).data[0];
}

/** The events that the stream has received. */
export interface OpenStream {
  status: number;
  hints: Hint[];
  comments: () => number;
  /** Resolves when the server has ended the stream. */
  ended: Promise<void>;
  close: () => void;
}

export async function openStream(origin: string, access: string): Promise<OpenStream> {
  const leaving = new AbortController();
  const response = await fetch(origin + streamNotifications.url, {
    headers: { authorization: `Bearer ${access}` },
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
