import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '#session/call.ts';

export const useObjectives = () => useQuery({ ...apiQuery('listObjectives'), select: ({ data }) => data });
