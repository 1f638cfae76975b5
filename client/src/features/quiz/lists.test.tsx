import { waitFor } from '@testing-library/react';
import type { OperationName } from 'contract/operations.ts';
import { beforeEach, expect, test } from 'vitest';
import { fakeApi } from '#test/fake-api.ts';
import {
  respondWith,
  type Responses,
  timestamp,
  signInAsStaff,
  category,
  expectFieldRefusal,
  expectRefusal,
  expectRetry,
  id,
  listOf,
  openScreen,
  type Presses,
  pressAll,
} from '#test/render-screen.tsx';

fakeApi();

beforeEach(signInAsStaff);

const rates = { ...category, id: '8', name: 'Rates', position: 2, question_count: 2 };
const categories = { listCategories: listOf(category, rates) };
const newCategory = ['Add Category', { label: 'Name', text: 'Loans' }, 'Save'];
const questions = {
  listQuestions: listOf({ id, text: 'Why?', difficulty: 1, status: 'draft', date_updated: timestamp }),
};

test.each([
  ['/admin/category-list', 'listCategories', 'Failed to fetch categories', /^No category found/],
  ['/admin/questions', 'listQuestions', 'Failed to fetch quiz questions', /^No quiz question found/],
  ['/admin/question/7/edit', 'getQuestion', 'Failed to fetch the question', /^No such question/],
] as const)('%s says that %s failed, and reads again on request', (path, name, failure, none) =>
  expectRetry(path, name, failure, none),
);

const changes: [path: string, change: OperationName, responses: Responses, ...Presses][] = [
  ['/admin/question/create-question-bank?copy=7', 'getQuestion', {}],
  ['/admin/category-list', 'createCategory', {}, ...newCategory],
  ['/admin/category-list', 'updateCategory', categories, 'Move Loans down'],
  ['/admin/category-list', 'updateCategory', categories, 'Edit Loans', 'Save'],
  ['/admin/category-list', 'deleteCategory', categories, 'Delete Loans', 'Delete category'],
  ['/admin/category-list', 'deleteCategory', categories, 'Delete Rates', 'Move 2 questions and delete'],
  ['/admin/questions', 'setQuestionStatus', questions, /^Select “Why/, 'Publish'],
  ['/admin/questions', 'setQuestionStatus', questions, /^Select “Why/, 'Unpublish'],
  ['/admin/questions', 'exportQuestions', questions, 'Export JSON'],
];

test.each(changes)('%s reports why %s was refused', (path, name, responses, ...presses) =>
  expectRefusal(path, name, responses, presses),
);

test('an invalid name of a category is reported beside its field', () => {
  const refused = { name: 'createCategory', field: 'name', label: 'Name' } as const;
  return expectFieldRefusal('/admin/category-list', refused, {}, newCategory);
});

test('the only category with questions cannot be emptied into another one', async () => {
  respondWith({ listCategories: listOf(rates) });
  await openScreen('/admin/category-list');
  await pressAll(['Delete Rates']);
  await waitFor(() => expect(document.body).toHaveTextContent('There is no other category'));
});

test('a long question is truncated in the list', async () => {
  const long = { id, text: 'Why '.repeat(20), status: 'published', date_updated: timestamp };
  respondWith({ listQuestions: listOf(long) });
  await openScreen('/admin/questions');
  await waitFor(() => expect(document.body).toHaveTextContent(`“${'Why '.repeat(15)}…”`));
});
