import { queryOptions } from '@tanstack/react-query';
import { apiQuery } from '#session/call.ts';

export const guideList = queryOptions({
  ...apiQuery('listGuides'),
  select: ({ data }) => data,
  staleTime: Infinity,
});
