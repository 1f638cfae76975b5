import type { Category, Question } from './quiz-fields.ts';

export const exampleCategory: Category = {
  id: '01930a4e-7c00-7000-8000-000000000011',
  name: 'Interest and loans',
  slug: 'interest-and-loans',
  description: 'How interest is charged and what a loan costs.',
  position: 1,
  question_count: 12,
  published_count: 10,
  date_updated: '2026-01-31T02:03:04.567Z',
};

export const exampleQuestion: Question = {
  id: '01930a4e-7c00-7000-8000-000000000012',
  text: 'A loan of $10,000 has a rate of 6% a year. What is one month’s interest?',
  choices: ['$60.00', '$50.00', '$600.00'],
  answer: 1,
  explanation: 'A twelfth of 6% is 0.5%, and 0.5% of $10,000 is $50.',
  category_id: exampleCategory.id,
  category_name: exampleCategory.name,
  difficulty: 1,
  status: 'published',
  source: 'ASIC, Moneysmart, Loans',
  date_updated: '2026-01-31T02:03:04.567Z',
};
