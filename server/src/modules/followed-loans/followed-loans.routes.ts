import * as contract from 'contract/followed-loans/followed-loans.ts';
import { followedLoanMessages } from 'contract/followed-loans/followed-loans.constants.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { calculated, handle, handleOwn } from '#plugins/route.ts';
import {
  createLoan,
  deleteLoan,
  discardLoss,
  getLoan,
  listLoans,
  updateLoan,
} from './followed-loans.service.ts';
import { calculateLoan, type LoanDependencies } from './loan-figures.ts';
import { answerLoanInvitation, inviteToLoan, leaveLoan } from './loan-owners.service.ts';
import { addToLoan, correctLoanRows, restoreLoan } from './loan-rows.service.ts';

/** The engine's figures need no serializer, which would cost more than most calculations. */
const written = (msg: string, body: object) => JSON.stringify({ msg, ...body });

export function followedLoanRoutes(app: FastifyInstance, deps: LoanDependencies): void {
  const change = handleOwn(app, deps.database.prisma.followedLoan);

  const charging = ({ request, reply }: { request: FastifyRequest; reply: FastifyReply }) => ({
    ...deps,
    charging: app.charging(request, reply),
  });
  handle(app, contract.followLoan, async ({ body, ...call }) =>
    calculated(await calculateLoan(charging(call), body)),
  );

  handle(app, contract.listLoans, ({ caller }) => listLoans(deps, caller));

  handle(
    app,
    contract.createLoan,
    async ({ body, caller, clientInfo, ...call }) => ({
      msg: followedLoanMessages.followed,
      ...(await createLoan(charging(call), { caller, clientInfo }, body)),
    }),
    {
      createdId: ({ loan }) => loan.id,
      readCreated: async ({ caller, ...call }, id) => ({
        msg: followedLoanMessages.followed,
        ...(await getLoan(charging(call), caller, id)),
      }),
    },
  );

  handle(app, contract.getLoan, async ({ params, caller, ...call }) =>
    JSON.stringify(await getLoan(charging(call), caller, params.id)),
  );

  change(contract.updateLoan, async ({ params, body, caller, ...call }) =>
    written(followedLoanMessages.updated, await updateLoan(charging(call), caller, params.id, body)),
  );

  change(contract.addToLoan, async ({ params, body, caller, ...call }) =>
    JSON.stringify(await addToLoan(charging(call), caller, params.id, body)),
  );

  change(contract.correctLoanRows, async ({ params, body, caller, ...call }) =>
    JSON.stringify(await correctLoanRows(charging(call), caller, params.id, body)),
  );

  change(contract.restoreLoan, async ({ params, body, caller, ...call }) =>
    body.act === 'discard'
      ? written(followedLoanMessages.discarded, await discardLoss(charging(call), caller, params.id, body))
      : written(followedLoanMessages.restored, await restoreLoan(charging(call), caller, params.id, body)),
  );

  handle(app, contract.deleteLoan, ({ params, ...actor }) => deleteLoan(deps, actor, params.id));

  change(contract.inviteToLoan, ({ params, body, ...actor }) =>
    inviteToLoan(deps, actor, params.id, body.user_id),
  );

  handle(app, contract.answerLoanInvitation, ({ params, body, ...actor }) =>
    answerLoanInvitation(deps, actor, params.id, body.action),
  );

  change(contract.leaveLoan, async ({ params, ...actor }) => ({
    msg: followedLoanMessages.left,
    loan: await leaveLoan(deps, actor, params.id),
  }));
}
