import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import { imageLimits } from 'contract/files/files.constants.ts';
import { beforeEach, expect, test } from 'vitest';
import { respondTo, fakeApi, createGate, json, refusal } from '#test/fake-api.ts';
import { signInUser } from '#test/fake-session.ts';
import { advanceClock, installFakeClock, waitUntil } from '#test/fake-clock.ts';
import { SignedImage } from './signed-image.tsx';
import { apiQuery } from '#session/call.ts';

fakeApi();
beforeEach(() => {
  installFakeClock();
  signInUser();
});

let queries: QueryClient;

function renderImage(path: string | null) {
  queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={queries}>
      <SignedImage path={path} alt="mata" size={40} />
    </QueryClientProvider>,
  );
}

const image = () => screen.queryByAltText('mata');
const placeholder = () => screen.queryByRole('img', { name: 'mata' })?.tagName === 'svg';
const fail = () => fireEvent.error(image()!);

test('displays the placeholder without a request if there is no path', () => {
  renderImage(null);
  expect(placeholder()).toBe(true);
});

test('retries an image that does not load twice, each time after 500 ms and with a new URL', async () => {
  const calls = respondTo('getSignedUrl', ({ index }) => json({ url: `https://files.example/${index}` }));
  renderImage('images/a.webp');
  for (const retry of [0, 1]) {
    await waitUntil(image);
    expect(image()).toHaveAttribute('src', `https://files.example/${retry}`);
    fail();
    await advanceClock(499);
    expect(calls).toHaveLength(retry + 1);
    await advanceClock(1);
  }
  await waitUntil(image);
  expect(new URL(calls[2]!.request.url).pathname).toBe('/api/core/get-signed-url/images%2Fa.webp');
  fail();
  expect(placeholder()).toBe(true);
  await advanceClock(10_000);
  expect(calls).toHaveLength(3);
});

const imageUrl = apiQuery('getSignedUrl', { params: { filePath: 'images/a.webp' } });

test('keeps a loaded image while its URL is refetched, and also if the refetch fails', async () => {
  const responseGate = createGate();
  const calls = respondTo('getSignedUrl', async ({ index }) => {
    if (index === 0) return json({ url: 'https://files.example/0' });
    await responseGate.opened;
    return refusal('not_found', 'Not found.');
  });
  renderImage('images/a.webp');
  await waitUntil(image);
  const loadedImage = image();
  await advanceClock((imageLimits.signedUrlSeconds - 60) * 1000);
  fireEvent(window, new Event('visibilitychange'));
  await waitUntil(() => calls.length === 2);
  expect(image()).toBe(loadedImage);
  responseGate.open();
  await waitUntil(() => queries.getQueryState(imageUrl.queryKey)?.status === 'error');
  expect(image()).toBe(loadedImage);
});

test.each([
  ['an error response', () => refusal('not_found', 'Not found.'), 'Failed to generate signed URL.'],
  ['a network error', () => Response.error(), 'Error fetching signed URL.'],
])('displays the placeholder with the reason after %s', async (_, respond, reason) => {
  respondTo('getSignedUrl', respond);
  renderImage('images/a.webp');
  await waitUntil(placeholder);
  // The title of a drawing is not visible.
  expect(screen.getByText(reason, { ignore: 'title' })).toBeVisible();
});
