import { z } from 'zod';
import { DatasetPath } from './dataset-record.ts';
import { datasetMessages } from './datasets.constants.ts';
import { listOf, message } from 'contract/responses.ts';
import { route } from 'contract/route.ts';

export const listFollowedDatasets = route('listFollowedDatasets', {
  summary: 'List the datasets that the user follows',
  responses: {
    200: listOf(z.object({ slug: z.string() }), { slug: 'inflation-australia' }, 'All of them, by slug.'),
  },
});

export const followDataset = route('followDataset', {
  summary: 'Follow a dataset',
  description:
    'A new figure then notifies the user, unless the preference `new_figures` is off. May be repeated.',
  params: DatasetPath,
  responses: { 200: message(datasetMessages.followed, 'The user follows the dataset.') },
});

export const unfollowDataset = route('unfollowDataset', {
  summary: 'Stop following a dataset',
  params: DatasetPath,
  responses: { 200: message(datasetMessages.unfollowed, 'The user does not follow the dataset.') },
});
