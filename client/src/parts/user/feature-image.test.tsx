import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect } from 'react';
import { FormProvider } from 'react-hook-form';
import { beforeEach, expect, test, vi } from 'vitest';
import { fakeApi, json, respondTo } from '#test/fake-api.ts';
import { useApiForm } from '#parts/form/use-api-form.ts';
import { press } from '#test/render-at.tsx';
import { signedIn } from '#test/fake-session.ts';
import { renderOnProfile } from '#test/render-user.tsx';
import { FeatureImage } from './feature-image.tsx';
import { type ImageChoice, unchangedImage, useImageChoice } from './image-choice.ts';

fakeApi();

const seen = vi.fn<(choice: ImageChoice) => void>();
const present = () => seen.mock.lastCall![0];
const revoked = vi.fn<typeof URL.revokeObjectURL>();

function open(path?: string) {
  signedIn();
  respondTo('getSignedUrl', () => json({ url: 'https://files.example/a' }));
  renderOnProfile(<Block path={path} />);
}

function Block({ path }: { path: string | undefined }) {
  const form = useApiForm({ values: unchangedImage, onSubmit: () => undefined });
  return (
    <FormProvider {...form}>
      <Watched />
      <FeatureImage path={path ?? null} />
    </FormProvider>
  );
}

function Watched() {
  const choice = useImageChoice();
  useEffect(() => seen(choice));
  return null;
}

const image = (sizeBytes = 10, type = 'image/png') =>
  new File([new Uint8Array(sizeBytes)], 'me.png', { type });
const block = () => screen.getByRole('region', { name: 'Feature Image' });
const placeholder = () => screen.getByRole('img', { name: 'No image' });
const choose = (file: File) =>
  userEvent.upload(screen.getByLabelText('Feature Image file'), file, { applyAccept: false });

function loadPreview(naturalWidth: number, naturalHeight: number) {
  const preview = screen.getByRole('img', { name: 'Preview' });
  Object.defineProperties(preview, {
    naturalWidth: { value: naturalWidth },
    naturalHeight: { value: naturalHeight },
  });
  fireEvent(preview, new Event(naturalWidth ? 'load' : 'error'));
}

beforeEach(() => {
  URL.createObjectURL = () => 'blob:preview';
  URL.revokeObjectURL = revoked.mockReset();
});

test('a chosen image is previewed, and can be taken back', async () => {
  open('a.webp');
  const file = image();
  await choose(file);
  expect(screen.getByRole('img', { name: 'Preview' })).toHaveAttribute('src', 'blob:preview');
  loadPreview(800, 600);
  expect(present()).toMatchObject({ file, isRemoved: false, error: null });
  expect(screen.getByRole('status')).toHaveTextContent('me.png will be uploaded when you save.');
  await press('Keep the current image');
  expect(await screen.findByAltText('Current image')).toHaveAttribute('src', 'https://files.example/a');
  expect(revoked).toHaveBeenCalledWith('blob:preview');
});

test('a dropped image is accepted; anything else is not', () => {
  open();
  expect(placeholder()).toBeInTheDocument();
  fireEvent.drop(block(), { dataTransfer: { files: [], types: ['text/plain'] } });
  expect(screen.getByText('Invalid image value. Please try again.')).toBeInTheDocument();
  const file = image();
  fireEvent.drop(block(), { dataTransfer: { files: [file], types: ['Files'] } });
  expect(present()).toMatchObject({ file, error: null });
});

test('removing clears the image and flags its deletion, without losing the focus', async () => {
  open('a.webp');
  await choose(image());
  await press('Remove Image');
  expect(present()).toMatchObject({ file: null, isRemoved: true });
  expect(placeholder()).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Upload Image' })).toHaveFocus();
  await choose(image());
  expect(present()).toMatchObject({ isRemoved: false });
});

test.each([
  ['of another type', image(10, 'image/svg+xml'), 'Must be a PNG, JPEG, WebP, AVIF or GIF image.'],
  ['over 5 MiB', image(5 * 1024 * 1024 + 1), 'Must be at most 5 MiB.'],
])('a file %s is refused in the server’s words, and the one before stays', async (_, file, text) => {
  open();
  const first = image();
  await choose(first);
  await choose(file);
  expect(screen.getByRole('status')).toHaveTextContent(text);
  expect(present().file).toBe(first);
});

test.each([
  ['cannot be shown', 0, 0, 'Invalid image value. Please try again.'],
  ['has over 40 megapixels', 8000, 5001, 'Must have at most 40 megapixels.'],
])('a file that %s is rejected', async (_, width, height, text) => {
  open();
  await choose(image());
  loadPreview(width, height);
  expect(screen.getByRole('status')).toHaveTextContent(text);
  expect(present().file).toBeNull();
});

test('a file that misses the block does not take the page’s place', () => {
  open();
  const missed = new Event('drop', { bubbles: true, cancelable: true });
  Object.assign(missed, { dataTransfer: { types: ['Files'] } });
  document.body.dispatchEvent(missed);
  expect(missed.defaultPrevented).toBe(true);
});
