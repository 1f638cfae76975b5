import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { invitationMessages } from 'contract/invitations/invitations.constants.ts';
import type { Input } from '#api/call.ts';
import { useEntryRemoval } from '#parts/entry-list/use-entry-removal.ts';
import { useApiMutation } from '#parts/query/use-api-mutation.ts';
import { apiQuery, call } from '#session/call.ts';

export const useInvitations = (query: { all: boolean; page: number }) =>
  useQuery({ ...apiQuery('listInvitations', { query }), placeholderData: keepPreviousData });

export const useCreateInvitation = () =>
  useApiMutation({
    mutationFn: (body: Input<'createInvitation'>['body']) => call('createInvitation', { body }),
    invalidates: ['listInvitations'],
  });

export const useDeleteInvitation = () =>
  useEntryRemoval({
    operation: 'deleteInvitation',
    list: 'listInvitations',
    success: invitationMessages.deleted,
  });
