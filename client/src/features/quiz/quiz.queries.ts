import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Category, Question } from 'contract/quiz/quiz-fields.ts';
import { searchFields } from '#parts/list/list-page.ts';
import type { RecordSource } from '#parts/record-list/record-source.ts';
import { useApiMutation } from '#parts/query/use-api-mutation.ts';
import { useOperation } from '#parts/query/use-operation.ts';
import { apiQuery, call } from '#session/call.ts';
import type { contentOf } from './question/question-draft.ts';

const categoryList = apiQuery('listCategories');

export const useCategories = () => useQuery({ ...categoryList, select: ({ data }) => data });

export const questions: RecordSource<Question> = {
  list: 'listQuestions',
  page: (search) => apiQuery('listQuestions', { body: searchFields(search) }),
  timeOf: ({ date_updated }) => date_updated,
  deleteRows: (body) => call('deleteQuestions', { body }),
  deletionSuccess: 'Question(s) deleted.',
  deletionFailure: 'Failed to delete question(s)',
  alsoInvalidates: ['listCategories', 'getQuestion'],
};

export const questionQuery = (id: string) => apiQuery('getQuestion', { params: { id } });

/** The queries that contain questions or their counts. */
export const quizReaders = ['listCategories', 'listQuestions', 'getQuestion'] as const;

/** Creates a category if there is no id. */
export const useSaveCategory = (id: string | undefined) =>
  useApiMutation({
    mutationFn: (body: { name: string; description: string }) =>
      id === undefined ? call('createCategory', { body }) : call('updateCategory', { params: { id }, body }),
    invalidates: quizReaders,
  });

/** Moves the category optimistically. */
export function useMoveCategory() {
  const queries = useQueryClient();
  return useApiMutation({
    mutationFn: ({ category: { id }, position }: { category: Category; position: number }) =>
      call('updateCategory', { params: { id }, body: { position } }),
    onMutate: async ({ category, position }) => {
      await queries.cancelQueries(categoryList);
      queries.setQueryData(categoryList.queryKey, (before) => {
        const others = before?.data.filter(({ id }) => id !== category.id) ?? [];
        const moved = others.toSpliced(position - 1, 0, category);
        return before && { ...before, data: moved.map((one, index) => ({ ...one, position: index + 1 })) };
      });
    },
    success: null,
    toastsFailure: true,
    invalidates: ['listCategories'],
  });
}

export const useDeleteCategory = () =>
  useApiMutation({
    mutationFn: ({ category: { id }, moveTo: move_to }: { category: Category; moveTo?: string }) =>
      call('deleteCategory', { params: { id }, query: { move_to } }),
    success: () => 'Category deleted.',
    toastsFailure: true,
    invalidates: quizReaders,
  });

type QuestionBody = ReturnType<typeof contentOf> & { category_id: string };

/** Creates a question if there is no id. */
export const useSaveQuestion = (id: string | undefined) =>
  useApiMutation({
    mutationFn: (body: QuestionBody) =>
      id === undefined ? call('createQuestion', { body }) : call('updateQuestion', { params: { id }, body }),
    invalidates: quizReaders,
  });

export const usePreviewQuestion = () => useOperation('previewQuestion');

export const useSetQuestionStatus = () =>
  useOperation('setQuestionStatus', {
    success: ({ updated }, { status }) =>
      `${updated} ${status === 'published' ? 'published' : 'unpublished'}.`,
    toastsFailure: true,
    invalidates: quizReaders,
  });

/** A dry run changes nothing. */
export const useImportQuestions = ({ isDryRun }: { isDryRun: boolean }) =>
  useApiMutation({
    mutationFn: ({ file, includesExisting = false }: { file: Blob; includesExisting?: boolean }) => {
      const form = new FormData();
      form.set('dry_run', String(isDryRun));
      form.set('include_existing', String(includesExisting));
      form.set('file', file, 'bank');
      return call('importQuestions', { body: form });
    },
    success: null,
    invalidates: isDryRun ? [] : quizReaders,
  });
