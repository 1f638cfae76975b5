import { totalCountHeader } from 'contract/limits.ts';
import { quizMessages } from 'contract/quiz.constants.ts';
import * as contract from 'contract/quiz.ts';
import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#dependencies.ts';
import { readPage } from '#domain/lists.ts';
import { signalOf } from '#plugins/client-info.ts';
import { handle } from '#route.ts';
import { createCategory, deleteCategory, listCategories, updateCategory } from './categories.service.ts';
import { exportQuestions } from './export-questions.service.ts';
import { importQuestions } from './import-questions.service.ts';
import { questionList } from './questions.list.ts';
import {
  createQuestion,
  deleteQuestion,
  deleteQuestions,
  getQuestion,
  setQuestionStatus,
  updateQuestion,
} from './questions.service.ts';

export function quizRoutes(app: FastifyInstance, deps: Dependencies): void {
  categoryRoutes(app, deps);
  questionRoutes(app, deps);
  bankRoutes(app, deps);
}

function categoryRoutes(app: FastifyInstance, deps: Dependencies): void {
  handle(app, contract.listCategories, async () => ({ data: await listCategories(deps) }));

  handle(app, contract.createCategory, async ({ body, ...editor }) => ({
    msg: quizMessages.categoryCreated,
    category: await createCategory(deps, editor, body),
  }));

  handle(app, contract.updateCategory, async ({ params, body, ...editor }) => ({
    msg: quizMessages.categoryUpdated,
    category: await updateCategory(deps, editor, params.id, body),
  }));

  handle(app, contract.deleteCategory, ({ params, query, ...editor }) =>
    deleteCategory(deps, editor, params.id, query.move_to),
  );
}

function questionRoutes(app: FastifyInstance, deps: Dependencies): void {
  handle(app, contract.listQuestions, async ({ body, reply }) => {
    const { total: totalQuestion, ...page } = await readPage(
      deps.database,
      signalOf(reply),
      questionList,
      body,
    );
    return { ...page, totalQuestion };
  });

  handle(app, contract.getQuestion, ({ params }) => getQuestion(deps, params.id));

  handle(app, contract.createQuestion, async ({ body, ...editor }) => ({
    msg: quizMessages.questionCreated,
    question: await createQuestion(deps, editor, body),
  }));

  handle(app, contract.updateQuestion, async ({ params, body, ...editor }) => ({
    msg: quizMessages.questionUpdated,
    question: await updateQuestion(deps, editor, params.id, body),
  }));

  handle(app, contract.deleteQuestion, ({ params, ...editor }) => deleteQuestion(deps, editor, params.id));

  handle(app, contract.setQuestionStatus, async ({ body, ...editor }) => ({
    msg: quizMessages.questionsUpdated,
    updated: await setQuestionStatus(deps, editor, body.ids, body.status),
  }));

  handle(app, contract.deleteQuestions, async ({ body, ...editor }) => ({
    msg: quizMessages.questionsDeleted,
    deleted: await deleteQuestions(deps, editor, body.ids),
  }));
}

function bankRoutes(app: FastifyInstance, deps: Dependencies): void {
  handle(app, contract.importQuestions, async ({ body, upload, ...editor }) => {
    const isDryRun = body.dry_run ?? false;
    const { rows, created } = await importQuestions(deps, editor, { file: upload, isDryRun });
    return { msg: isDryRun ? quizMessages.dryRunPassed : quizMessages.questionsImported, rows, created };
  });

  handle(app, contract.exportQuestions, async ({ body, caller, clientInfo, reply }) => {
    const { format, ...filter } = body;
    const request = { database: deps.database, signal: signalOf(reply), format, caller, clientInfo };
    const { rows, file } = await exportQuestions(request, filter);
    await reply
      .type(format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8')
      .header('content-disposition', `attachment; filename="quiz-questions.${format}"`)
      .header(totalCountHeader, rows)
      .send(file);
  });
}
