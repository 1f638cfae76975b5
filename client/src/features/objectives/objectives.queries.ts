import { useQuery } from '@tanstack/react-query';
import type { Objective } from 'contract/objectives/objectives.ts';
import type { Input } from '#api/call.ts';
import { useApiMutation } from '#parts/query/use-api-mutation.ts';
import { apiQuery, call } from '#session/call.ts';

export const useObjectives = () => useQuery({ ...apiQuery('listObjectives'), select: ({ data }) => data });

type ObjectiveFields = Input<'createObjective'>['body'];

/** Creates an objective if there is no id. */
export const useSaveObjective = (id: string | undefined) =>
  useApiMutation({
    mutationFn: (body: ObjectiveFields) =>
      id === undefined
        ? call('createObjective', { body })
        : call('updateObjective', { params: { id }, body }),
    success: ({ msg }) => msg,
    invalidates: ['listObjectives'],
  });

export const useDeleteObjective = () =>
  useApiMutation({
    mutationFn: ({ id }: Objective) => call('deleteObjective', { params: { id } }),
    success: (_, { title }) => `${title} has been deleted.`,
    toastsFailure: true,
    invalidates: ['listObjectives'],
  });
