import { routes } from 'contract/routes.ts';
import request from 'supertest';
import { expect, it } from 'vitest';
import { useTestApp } from '#test/app.ts';

const test = useTestApp();

/** The operations whose examples are files, which this test writes with `-u`. */
const files: Readonly<Record<string, string>> = {
  calculateBuying: 'buying/buying-result.json',
  calculateSavings: 'scenarios/savings-result.json',
  calculateScenario: 'scenarios/scenario-result.json',
  calculateStudyLoan: 'study-loan/study-loan-result.json',
  calculateTakeHomePay: 'take-home-pay/take-home-pay-result.json',
  compareRate: 'rate-gap/rate-gap-result.json',
  checkStatement: 'statements/statement-result.json',
  followLoan: 'followed-loans/followed-loan-result.json',
  stressScenario: 'scenarios/stressed-loans.json',
  switchLoan: 'scenarios/switch-result.json',
};

it.each(routes.filter(({ operation }) => operation in files))(
  'the example of a response of $operation is the response to its example of a request',
  async ({ operation, url, bodyExample }) => {
    const { body } = await request(test.app.server)
      .post(url)
      .send(bodyExample as object)
      .expect(200);
    const text = `${JSON.stringify(body.data, null, 2)}\n`;
    await expect(text).toMatchFileSnapshot(`../../contract/src/${files[operation]}`);
  },
);
