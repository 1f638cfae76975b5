import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeApi } from '#test/fake-api.ts';
import { openTab, createFriend, receivedRequest, sentRequest } from '#test/fake-friends.tsx';
import { HistoryTab } from './history-tab.tsx';

fakeApi();

const [grace, edsger, barbara] = [createFriend('grace'), createFriend('edsger'), createFriend('barbara')];

function state() {
  return {
    sent_requests: [
      sentRequest(grace, { timestamp: '2026-11-21T02:00:00.000Z' }),
      sentRequest(edsger, { timestamp: '2025-01-02T02:00:00.000Z', status: 'rejected' }),
    ],
    received_requests: [
      receivedRequest(barbara, { timestamp: '2026-03-09T02:00:00.000Z', status: 'accepted' }),
    ],
  };
}

test('lists sent and received requests, the newest first, with the status, the other user and the day', async () => {
  openTab(HistoryTab, state());
  const rows = await screen.findAllByRole('listitem');
  expect(rows.map((row) => row.textContent)).toEqual([
    'graceSent on 21 November 2026PendingDelete request to graceReport this person grace',
    'barbaraReceived on 9 March 2026AcceptedDelete request from barbaraReport this person barbara',
    'edsgerSent on 2 January 2025RejectedDelete request to edsgerReport this person edsger',
  ]);
  expect(screen.getByRole('heading', { name: 'Friend Request History' })).toBeInTheDocument();
});

test('states that there are no requests', async () => {
  openTab(HistoryTab);
  expect(await screen.findByText(/No friend requests yet/)).toBeInTheDocument();
});
