import { beforeEach, test } from 'vitest';
import { fakeApi } from '#test/fake-api.ts';
import { signInAsStaff, expectTexts } from '#test/render-screen.tsx';

fakeApi();

beforeEach(signInAsStaff);

test('a payment that the fee uses up can borrow nothing', () =>
  expectTexts(
    '/finance/borrowing-power?payment=10&months=12&rate=6&compounding=monthly&fee=9',
    { solveLoan: { data: { amount: 0 } } },
    [],
    'Can Be Borrowed$0.00',
    '$10.00 a month, $9.00 of it a fee, for 1 year',
  ));
