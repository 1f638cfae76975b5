import { queryOptions } from '@tanstack/react-query';
import { call } from '#session/call.ts';

export const guideList = queryOptions({
  queryKey: ['listGuides'],
  queryFn: async () => (await call('listGuides')).data,
  staleTime: Infinity,
});
