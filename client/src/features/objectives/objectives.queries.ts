import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { listLimits } from 'contract/limits.ts';
import type { Objective } from 'contract/objectives.ts';
import { messages } from 'contract/texts.ts';
import type { Input, ResponseOf } from '#api/call.ts';
import { calculationsKey } from '#parts/calculator/saved/calculations.queries.ts';
import { call } from '#session/call.ts';
import { toast } from '#ui/toast.ts';

const objectivesKey = ['listObjectives'];

export function useObjectives() {
  return useQuery({
    queryKey: objectivesKey,
    queryFn: async ({ signal }) => (await call('listObjectives', { signal })).data,
  });
}

/** The user's own calculations by name, one page at most. */
export function useOwnCalculations() {
  return useQuery({
    queryKey: [calculationsKey, 'by name'],
    queryFn: ({ signal }) =>
      call('listCalculations', { query: { sort: 'a-z', page_size: listLimits.maxPageSize }, signal }),
    select: ({ data }) => data.filter(({ shared_by }) => shared_by === null),
  });
}

export type ObjectiveFields = Required<Input<'createObjective'>['body']>;

/** Creates an objective, or changes the given one. */
export function useSaveObjective(objective: Objective | undefined) {
  const queries = useQueryClient();
  return useMutation<ResponseOf<'createObjective'>, Error, ObjectiveFields>({
    mutationKey: ['saveObjective'],
    mutationFn: (body) =>
      objective
        ? call('updateObjective', { params: { id: objective.id }, body })
        : call('createObjective', { body }),
    onSuccess: ({ msg }) => {
      toast.success(msg);
      return queries.invalidateQueries({ queryKey: objectivesKey });
    },
  });
}

export function useDeleteObjective() {
  const queries = useQueryClient();
  return useMutation<undefined, Error, Objective>({
    mutationKey: ['deleteObjective'],
    mutationFn: ({ id }) => call('deleteObjective', { params: { id } }),
    onSuccess: (_, { title }) => toast.success(`${title} has been deleted.`),
    onError: (error) => toast.error(error.message || messages.anErrorOccurred),
    onSettled: () => queries.invalidateQueries({ queryKey: objectivesKey }),
  });
}
