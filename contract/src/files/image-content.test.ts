import { expect, it } from 'vitest';
import { imageTypeOf, isCutOff } from './image-content.ts';

const latin1 = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

it.each([
  ['\x89PNG\r\n\x1a\n', 'image/png'],
  ['\xff\xd8\xff\xe0', 'image/jpeg'],
  ['RIFF\x10\0\0\0WEBPVP8 ', 'image/webp'],
  ['\0\0\0\x1cftypavif\0\0\0\0', 'image/avif'],
  ['\0\0\0\x20ftypmif1\0\0\0\0miafavif', 'image/avif'],
  ['GIF87a', 'image/gif'],
  ['GIF89a', 'image/gif'],
  ['\0\0\0\x18ftypheic\0\0\0\0mif1heic', undefined],
  ['\0\0\0\x18ftypisom\0\0\0\0', undefined],
  ['RIFF\x10\0\0\0WAVE', undefined],
  ['<svg xmlns="http://www.w3.org/2000/svg"/>', undefined],
  ['', undefined],
])('the content %j has the type %s', (content, type) => {
  expect(imageTypeOf(latin1(content))).toBe(type);
});

it.each([
  ['GIF89a', false],
  ['RIFF\x10\0\0\0WEBPVP8 ', true],
  ['\0\0\0\x10ftypavif\0\0\0\0\0\0\0\x09mdatX', false],
  ['\0\0\0\x10ftypavif\0\0\0\0\0\0\0\x0amdatX', true],
  ['\0\0\0\x10ftypavif\0\0\0\0\0\0\0\0mdatX', false],
  ['\0\0\0\x10ftypavif\0\0\0\0\0\0\0', true],
  ['\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR', true],
  ['\x89PNG\r\n\x1a\n\0\0\0\x01IHDRX1234\0\0\0\0IEND1234', false],
  ['\x89PNG\r\n\x1a\n\0\0\0\x01IHDRX1234\0\0\0\x09IDAT', true],
  ['\x89PNG\r\n\x1a\n\0\0\0\x01IHDRX1234', true],
  ['\xff\xd8\xff\xe0\0\x10JFIF', true],
  ['\xff\xd8\xff\xe0\0\x07JFIF\0', true],
  ['\xff\xd8\xff\xe0\0\x07JFIF\0\xff\xda', true],
  ['\xff\xd8\xff\xe0\0\x07JFIF\0\xff\xda\0\x08pixels', false],
  ['\xff\xd8\xff\xe0PK\x03\x04', false],
])('the image %j ends too early: %s', (content, isCut) => {
  expect(isCutOff(latin1(content))).toBe(isCut);
});
