import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { QuestionStatus } from 'contract/quiz.constants.ts';
import type { Category, Question } from 'contract/quiz-fields.ts';
import type { ResponseOf } from '#api/call.ts';
import type { RecordSource } from '#parts/record-list/record-source.ts';
import { call } from '#session/call.ts';
import { toast } from '#ui/toast.ts';
import type { contentOf } from './question/question-draft.ts';

const categoryList = queryOptions({
  queryKey: ['listCategories'],
  queryFn: async ({ signal }) => (await call('listCategories', { signal })).data,
});

export const useCategories = () => useQuery(categoryList);

export const questions: RecordSource<Question> = {
  list: 'listQuestions',
  readPage: async ({ filter, page, pageSize }, signal) => {
    const response = await call('listQuestions', { body: { ...filter, page, page_size: pageSize }, signal });
    const { data: rows, totalQuestion: total, numOfPages: pages } = response;
    return { rows, total, pages, page: response.page };
  },
  timeOf: ({ date_updated }) => date_updated,
  deleteRows: (ids) => call('deleteQuestions', { body: { ids } }),
  deletionFailure: 'Failed to delete question(s)',
  alsoShownIn: ['listCategories', 'getQuestion'],
};

export const questionQuery = (id: string) =>
  queryOptions({
    queryKey: ['getQuestion', id],
    queryFn: ({ signal }) => call('getQuestion', { params: { id }, signal }),
  });

/** Questions and the counts of their categories. */
function useInvalidateQuiz() {
  const queries = useQueryClient();
  return () =>
    Promise.all(
      ['listCategories', 'listQuestions', 'getQuestion'].map((name) =>
        queries.invalidateQueries({ queryKey: [name] }),
      ),
    );
}

export function useSaveCategory() {
  const invalidate = useInvalidateQuiz();
  return useMutation<ResponseOf<'createCategory'>, Error, { id?: string; name: string; description: string }>(
    {
      mutationKey: ['saveCategory'],
      mutationFn: ({ id, ...body }) =>
        id === undefined
          ? call('createCategory', { body })
          : call('updateCategory', { params: { id }, body }),
      onSuccess: ({ msg }) => {
        toast.success(msg);
        return invalidate();
      },
    },
  );
}

/** Optimistic. */
export function useMoveCategory() {
  const queries = useQueryClient();
  return useMutation<unknown, Error, { category: Category; position: number }>({
    mutationKey: ['moveCategory'],
    mutationFn: ({ category: { id }, position }) =>
      call('updateCategory', { params: { id }, body: { position } }),
    onMutate: async ({ category, position }) => {
      await queries.cancelQueries(categoryList);
      queries.setQueryData(categoryList.queryKey, (before = []) => {
        const others = before.filter(({ id }) => id !== category.id);
        return others
          .toSpliced(position - 1, 0, category)
          .map((other, index) => ({ ...other, position: index + 1 }));
      });
    },
    onError: (error) => toast.error(error.message),
    onSettled: () => queries.invalidateQueries(categoryList),
  });
}

export function useDeleteCategory() {
  const invalidate = useInvalidateQuiz();
  return useMutation<unknown, Error, { id: string; moveTo?: string }>({
    mutationKey: ['deleteCategory'],
    mutationFn: ({ id, moveTo }) =>
      call('deleteCategory', { params: { id }, query: moveTo === undefined ? {} : { move_to: moveTo } }),
    onSuccess: () => {
      toast.success('Category deleted.');
      return invalidate();
    },
    onError: (error) => toast.error(error.message),
  });
}

type QuestionBody = ReturnType<typeof contentOf> & { category_id: string };

export function useSaveQuestion() {
  const invalidate = useInvalidateQuiz();
  return useMutation<ResponseOf<'createQuestion'>, Error, { id?: string | undefined; body: QuestionBody }>({
    mutationKey: ['saveQuestion'],
    mutationFn: ({ id, body }) =>
      id === undefined ? call('createQuestion', { body }) : call('updateQuestion', { params: { id }, body }),
    onSuccess: ({ msg }) => {
      toast.success(msg);
      return invalidate();
    },
  });
}

export function useSetQuestionStatus() {
  const invalidate = useInvalidateQuiz();
  return useMutation<ResponseOf<'setQuestionStatus'>, Error, { ids: string[]; status: QuestionStatus }>({
    mutationKey: ['setQuestionStatus'],
    mutationFn: (body) => call('setQuestionStatus', { body }),
    onSuccess: ({ updated }, { status }) => {
      toast.success(`${updated} ${status === 'published' ? 'published' : 'unpublished'}.`);
      return invalidate();
    },
    onError: (error) => toast.error(error.message),
  });
}

export function useImportQuestions() {
  const invalidate = useInvalidateQuiz();
  return useMutation<ResponseOf<'importQuestions'>, Error, { file: Blob; isDryRun: boolean }>({
    mutationKey: ['importQuestions'],
    mutationFn: ({ file, isDryRun }) => {
      const form = new FormData();
      form.set('dry_run', String(isDryRun));
      form.set('file', file, 'bank');
      return call('importQuestions', { body: form });
    },
    onSuccess: (_, { isDryRun }) => (isDryRun ? undefined : invalidate()),
  });
}
