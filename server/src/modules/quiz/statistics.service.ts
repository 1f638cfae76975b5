import type { HasDatabase } from '#platform/database/database.ts';
import { countAnswers } from './statistics.queries.ts';

export const countAnswersTask = 'count_question_answers';

/** Counts the answers to all questions in finished attempts. Can be repeated. */
export const countQuestionAnswers = ({ database }: HasDatabase) => countAnswers(database);
