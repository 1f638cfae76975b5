import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { invitationMessages } from 'contract/invitations/invitations.constants.ts';
import { useEntryRemoval } from '#parts/entry-list/use-entry-removal.ts';
import { useOperation } from '#parts/query/use-operation.ts';
import { apiQuery } from '#session/call.ts';

export const useInvitations = (query: { all: boolean; page: number }) =>
  useQuery({ ...apiQuery('listInvitations', { query }), placeholderData: keepPreviousData });

export const useCreateInvitation = () =>
  useOperation('createInvitation', { success: null, invalidates: ['listInvitations'] });

export const useDeleteInvitation = () =>
  useEntryRemoval({
    operation: 'deleteInvitation',
    list: 'listInvitations',
    success: invitationMessages.deleted,
  });
