import { exportReport } from 'contract/reports/reports.ts';
import { type AreaRoute, routes } from 'contract/routes.ts';
import request from 'supertest';
import { v7 as uuidv7 } from 'uuid';
import { beforeAll, expect, it } from 'vitest';
import { useTestApp } from '#test/app.ts';
import { callApi } from '#test/call.ts';
import { createCaller } from '#test/factories.ts';
import { addCategory, addQuestion, callerOf } from '#test/quiz.ts';

const test = useTestApp();
let access: string;

/** Every list has a row, because an export without rows is a 404. */
beforeAll(async () => {
  ({ access } = await createCaller(test, { is_superuser: true }));
  const staff = callerOf(test, () => access);
  await addQuestion(staff, await addCategory(staff, 'Sums'));
  await test.database.prisma.logRecord.create({
    data: { id: uuidv7(), message: 'Started.', level: 'INFO', from_proxy: false },
  });
});

const sendsCsv = ({ responses }: AreaRoute) =>
  Object.values(responses).some(
    (response) =>
      (response.kind === 'file' && response.mediaTypes.includes('text/csv')) ||
      (response.kind === 'json' && response.otherMediaTypes?.includes('text/csv')),
  );

const named = (route: AreaRoute) => [route.operation, route] as const;
const csvRoutes = routes.filter((route) => sendsCsv(route) && route.operation !== 'getExport').map(named);
const linkRoutes = routes.filter(({ operation }) => /^link.*Export$/.test(operation)).map(named);

/** Without a filter. Only a report needs a body. */
const bodyOf = ({ area }: AreaRoute) => (area === 'reports' ? exportReport.bodyExample : {});

it.each(csvRoutes)('the CSV of %s begins with one byte order mark', async (_operation, route) => {
  const input =
    route.method === 'GET'
      ? { id: 'rba-cash-rate-changes', query: { format: 'csv', cite: 'true' } }
      : { body: bodyOf(route) };
  const { headers, text } = await callApi(test, route, { access, ...input }).expect(200);
  expect(headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(text).toMatch(/^\uFEFF[a-z_]+,[^\uFEFF]+$/);
});

it.each(linkRoutes)('the CSV at the URL of %s begins with a byte order mark', async (_operation, route) => {
  const { body } = await callApi(test, route, { access, body: bodyOf(route) }).expect(200);
  const { pathname } = new URL((body as { url: string }).url);
  const { text } = await request(test.app.server).get(pathname).expect(200);
  expect(text).toMatch(/^\uFEFF[a-z_]+,/);
});
