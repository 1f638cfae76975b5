import { join } from 'node:path';
import { totalCountHeader } from 'contract/limits.ts';
import { quizMessages } from 'contract/quiz/quiz.constants.ts';
import * as contract from 'contract/quiz/quiz.ts';
import type { Route } from 'contract/route.ts';
import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#dependencies.ts';
import type { QuestionCalculators } from '#domain/training/solutions.ts';
import { type Call, handle } from '#plugins/route.ts';
import { contentFolder } from '#root-folders.ts';
import {
  createCategory,
  deleteCategory,
  listCategories,
  readCategory,
  updateCategory,
} from './categories.service.ts';
import { exportQuestions } from './export-questions.service.ts';
import { importQuestions } from './import-questions.service.ts';
import {
  createQuestion,
  deleteMatchingQuestions,
  deleteQuestion,
  deleteQuestions,
  getQuestion,
  listQuestions,
  previewQuestion,
  type QuizDependencies,
  setQuestionStatus,
  updateQuestion,
} from './questions.service.ts';
import { importReleaseQuestions } from './release-questions.service.ts';

export function quizRoutes(
  app: FastifyInstance,
  deps: Dependencies & { calculators: QuestionCalculators['calculators'] },
): void {
  const charging = ({ request, reply }: Pick<Call<Route>, 'request' | 'reply'>): QuizDependencies => ({
    ...deps,
    calculators: { calculators: deps.calculators, ...app.chargeQuestions(request, reply) },
  });

  handle(app, contract.listCategories, async () => ({ data: await listCategories(deps) }));
  handle(app, contract.createCategory, ({ body, ...actor }) => createCategory(deps, actor, body), {
    readCreated: (_call, id) => readCategory(deps.database.prisma, id),
  });
  handle(app, contract.updateCategory, ({ params, body, ...actor }) =>
    updateCategory(deps, actor, params.id, body),
  );
  handle(app, contract.deleteCategory, ({ params, query, ...actor }) =>
    deleteCategory(deps, actor, params.id, query.move_to),
  );

  handle(app, contract.listQuestions, ({ body }) => listQuestions(deps, body));
  handle(app, contract.getQuestion, ({ params }) => getQuestion(deps, params.id));
  handle(app, contract.createQuestion, ({ body, ...actor }) => createQuestion(charging(actor), actor, body), {
    readCreated: (_call, id) => getQuestion(deps, id),
  });
  handle(app, contract.previewQuestion, ({ body, ...call }) => previewQuestion(charging(call), body));
  handle(app, contract.updateQuestion, ({ params, body, ...actor }) =>
    updateQuestion(charging(actor), actor, params.id, body),
  );
  handle(app, contract.deleteQuestion, ({ params, ...actor }) => deleteQuestion(deps, actor, params.id));
  handle(app, contract.setQuestionStatus, ({ body, ...actor }) =>
    setQuestionStatus(deps, actor, body.ids, body.status),
  );
  handle(app, contract.deleteQuestions, ({ body: { ids = [], filter, until }, ...actor }) =>
    filter ? deleteMatchingQuestions(deps, actor, filter, until) : deleteQuestions(deps, actor, ids),
  );

  handle(app, contract.importQuestions, async ({ body, upload, ...actor }) => {
    const isDryRun = body.dry_run ?? false;
    const includesExisting = body.include_existing ?? false;
    const counts = await importQuestions(charging(actor), actor, {
      file: upload,
      isDryRun,
      includesExisting,
    });
    return { msg: isDryRun ? quizMessages.dryRunPassed : quizMessages.questionsImported, ...counts };
  });

  handle(app, contract.importReleaseQuestions, async ({ body, ...actor }) => {
    const { dry_run: isDryRun, include_removed: includesRemoved } = body;
    const folder = join(contentFolder, 'questions');
    const counts = await importReleaseQuestions(deps, actor, { folder, isDryRun, includesRemoved });
    return { msg: isDryRun ? quizMessages.releaseCompared : quizMessages.questionsImported, ...counts };
  });

  handle(app, contract.exportQuestions, async ({ body, reply, ...actor }) => {
    const { format } = body;
    const { rows, file } = await exportQuestions(deps, actor, body);
    await reply
      .type(format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8')
      .header('content-disposition', `attachment; filename="quiz-questions.${format}"`)
      .header(totalCountHeader, rows)
      .send(file);
  });
}
