import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { respondTo, fakeApi, gate, json } from '#test/fake-api.ts';
import { toast } from '#ui/feedback/toast.ts';
import { createFriend } from '#test/fake-friends.tsx';
import { useChangeFriends } from './friends.queries.ts';

fakeApi();

function Queries({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>;
}

test('a repeated change is sent once, and again after another change of the same user', async () => {
  const held = gate();
  const made: string[] = [];
  for (const operation of ['blockUser', 'unblockUser'] as const) {
    respondTo(operation, async ({ request }) => {
      made.push(new URL(request.url).pathname);
      await held.opened;
      return json({ msg: 'Done.' });
    });
  }
  const [grace, edsger] = [createFriend('grace'), createFriend('edsger')];
  const { result } = renderHook(useChangeFriends, { wrapper: Queries });
  const change = (operation: 'blockUser' | 'unblockUser', whom = grace) =>
    act(() => result.current({ operation, person: whom }));

  change('blockUser');
  change('blockUser', edsger);
  change('blockUser');
  change('unblockUser');
  change('blockUser');
  await waitFor(() => expect(made).toHaveLength(4));
  held.open();
  await waitFor(() => expect(toast.success).toHaveBeenCalledTimes(4));
});
