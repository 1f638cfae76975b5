import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect } from 'react';
import { FormProvider } from 'react-hook-form';
import { beforeEach, expect, test, vi } from 'vitest';
import { createGate, fakeApi, json, respondTo } from '#test/fake-api.ts';
import { useApiForm } from '#parts/form/use-api-form.ts';
import { press } from '#test/render-at.tsx';
import { signInUser } from '#test/fake-session.ts';
import { renderOnProfile } from '#test/render-user.tsx';
import { FeatureImage } from './feature-image.tsx';
import { type ImageChoice, unchangedImage, useImageChoice } from './image-choice.ts';

fakeApi();

const onChoice = vi.fn<(choice: ImageChoice) => void>();
const currentChoice = () => onChoice.mock.lastCall![0];
const revokeUrl = vi.fn<typeof URL.revokeObjectURL>();

function openForm(path?: string) {
  signInUser();
  respondTo('getSignedUrl', () => json({ url: 'https://files.example/a' }));
  renderOnProfile(<ImageForm path={path} />);
}

function ImageForm({ path }: { path: string | undefined }) {
  const form = useApiForm({ values: unchangedImage, onSubmit: () => undefined });
  return (
    <FormProvider {...form}>
      <ChoiceProbe />
      <FeatureImage path={path ?? null} />
    </FormProvider>
  );
}

function ChoiceProbe() {
  const choice = useImageChoice();
  useEffect(() => {
    onChoice(choice);
  });
  return null;
}

/** The first bytes of images, with one character for each. */
const [gif, jpeg] = ['GIF89a', '\xff\xd8\xff\xe0\0\x07JFIF\0\xff\xda\0\x08pixels'];

const imageFile = (content = gif, name = 'me.gif', type = 'image/gif') =>
  new File([Uint8Array.from(content, (character) => character.charCodeAt(0))], name, { type });
const [first, other] = [imageFile(), imageFile()];
const dropArea = () => screen.getByRole('region', { name: 'Feature Image' });
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
  URL.revokeObjectURL = revokeUrl.mockReset();
});

test('previews a chosen image, and restores the current image on request', async () => {
  openForm('a.webp');
  const file = imageFile();
  await choose(file);
  expect(await screen.findByRole('img', { name: 'Preview' })).toHaveAttribute('src', 'blob:preview');
  loadPreview(800, 600);
  expect(currentChoice()).toMatchObject({ file, isRemoved: false, error: null });
  expect(screen.getByRole('status')).toHaveTextContent('me.gif will be uploaded when you save.');
  await press('Keep the current image');
  expect(await screen.findByAltText('Current image')).toHaveAttribute('src', 'https://files.example/a');
  expect(revokeUrl).toHaveBeenCalledWith('blob:preview');
});

test('accepts a dropped image, and refuses a dropped text', async () => {
  openForm();
  expect(placeholder()).toBeInTheDocument();
  fireEvent.drop(dropArea(), { dataTransfer: { files: [], types: ['text/plain'] } });
  expect(await screen.findByText('Invalid image value. Please try again.')).toBeInTheDocument();
  const file = imageFile();
  fireEvent.drop(dropArea(), { dataTransfer: { files: [file], types: ['Files'] } });
  await waitFor(() => expect(currentChoice()).toMatchObject({ file, error: null }));
});

test.each([
  ['Remove Image', () => press('Remove Image'), null, true],
  ['Keep the current image', () => press('Keep the current image'), null, false],
  ['another file', () => choose(other), other, false],
])('a file that is read only after %s was chosen is dropped', async (_, chooseElse, file, isRemoved) => {
  openForm('a.webp');
  const gate = createGate();
  const slow = imageFile();
  const bytes = await slow.arrayBuffer();
  slow.arrayBuffer = () => gate.opened.then(() => bytes);
  await choose(first);
  await screen.findByRole('img', { name: 'Preview' });
  await choose(slow);
  await chooseElse();
  await waitFor(() => expect(currentChoice().file).toBe(file));
  await act(async () => gate.open());
  expect(currentChoice().file).toBe(file);
  expect(currentChoice().isRemoved).toBe(isRemoved);
});

test('Remove Image clears the image, marks it for deletion, and moves the focus to Upload Image', async () => {
  openForm('a.webp');
  await choose(imageFile());
  await screen.findByRole('img', { name: 'Preview' });
  await press('Remove Image');
  expect(currentChoice()).toMatchObject({ file: null, isRemoved: true });
  expect(placeholder()).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Upload Image' })).toHaveFocus();
  await choose(imageFile());
  await waitFor(() => expect(currentChoice()).toMatchObject({ isRemoved: false }));
});

test.each([
  ['of another type', imageFile('<svg/>', 'me.svg'), 'Must be a PNG, JPEG, WebP, AVIF or GIF image.'],
  [
    'that is another type than its name says',
    imageFile('\0\0\0\x18ftypheic\0\0\0\0heic', 'me.jpg', 'image/jpeg'),
    'Must be a PNG, JPEG, WebP, AVIF or GIF image.',
  ],
  ['without an end', imageFile(jpeg.slice(0, 10), 'me.jpg', 'image/jpeg'), 'The file is incomplete.'],
  ['over 5 MiB', imageFile(gif.padEnd(5 * 1024 * 1024 + 1)), 'Must be at most 5 MiB.'],
])('refuses a file %s with the message of the server, and keeps the previous file', async (_, file, text) => {
  openForm();
  await choose(first);
  await waitFor(() => expect(currentChoice().file).toBe(first));
  await choose(file);
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(text));
  expect(currentChoice().file).toBe(first);
});

test.each([
  ['cannot be decoded', 0, 0, 'Invalid image value. Please try again.'],
  ['has over 40 megapixels', 8000, 5001, 'Must have at most 40 megapixels.'],
])('refuses a file that %s', async (_, width, height, text) => {
  openForm();
  await choose(imageFile());
  await screen.findByRole('img', { name: 'Preview' });
  loadPreview(width, height);
  expect(screen.getByRole('status')).toHaveTextContent(text);
  expect(currentChoice().file).toBeNull();
});

test.each([
  ['me.HEIC', 'image/heic'],
  ['me', ''],
  ['me.png', 'image/png'],
])('a JPEG with the name %s is accepted', async (name, type) => {
  openForm();
  const file = imageFile(jpeg, name, type);
  await choose(file);
  await waitFor(() => expect(currentChoice()).toMatchObject({ file, error: null }));
});

test('a file that is dropped outside the area does not replace the page', () => {
  openForm();
  const dropEvent = new Event('drop', { bubbles: true, cancelable: true });
  Object.assign(dropEvent, { dataTransfer: { types: ['Files'] } });
  document.body.dispatchEvent(dropEvent);
  expect(dropEvent.defaultPrevented).toBe(true);
});
