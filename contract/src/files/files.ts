import { z } from 'zod';
import { file, json, route } from 'contract/route.ts';
import { durationTexts } from 'contract/durations.ts';

const FilePath = z.object({ filePath: z.string().min(1).max(300) });

export const getSignedUrl = route('getSignedUrl', {
  summary: 'Get the URL of a stored image',
  description: `The URL is absolute and valid for ${durationTexts.signedUrl}. Only stored profile images have one.`,
  params: FilePath,
  response: json(
    z.object({ url: z.string() }),
    {
      url: 'https://declassified.example/api/core/files/images/01930a4e-7c00-7000-8000-000000000002.webp?expires=1767225600&signature=c2ln',
    },
    'The signed URL.',
  ),
});

export const getStoredFile = route('getStoredFile', {
  summary: 'Read a stored file with its signed URL',
  description:
    'Only for installations that store files in a folder. An object store serves its own signed URLs.',
  params: FilePath,
  query: z.object({ expires: z.string().max(20).optional(), signature: z.string().max(100).optional() }),
  response: file('image/webp', 'The file.'),
  errors: ['forbidden'],
});

/** In display order. */
export const storageCategories = {
  ip_records: 'IP records',
  requests_sent: 'Friend requests sent',
  requests_received: 'Friend requests received',
  friends: 'Friends',
  images: 'Images',
  calculations: 'Calculations',
  loans: 'Followed loans',
  objectives: 'Objectives',
  attempts: 'Training attempts',
} as const;

export const getStorageUsage = route('getStorageUsage', {
  summary: 'Read how many records the user has',
  description:
    'The values of the breakdown add up to `total_records`. Only records that a user creates by choice count towards the limit: friend requests sent, images, saved calculations, followed loans, objectives and training attempts.',
  response: json(
    z.object({
      total_records: z.int(),
      storage_limit: z.int(),
      summary_breakdown: z.record(z.string(), z.int()),
    }),
    {
      total_records: 16,
      storage_limit: 1000,
      summary_breakdown: {
        'IP records': 7,
        'Friend requests sent': 2,
        'Friend requests received': 1,
        Friends: 1,
        Images: 1,
        Calculations: 0,
        Objectives: 0,
        'Training attempts': 0,
      },
    },
    'The usage.',
  ),
});
