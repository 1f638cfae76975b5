import type { FollowedLoan } from 'contract/followed-loans/followed-loan-record.ts';
import type { AccountFilesReading } from 'engine/account-files/read-account-files.ts';
import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { get, type Path, useWatch } from 'react-hook-form';
import {
  isBlank,
  ledgerHint,
  openOffsetFields,
  type StatementInputs,
} from '#features/statements/statement-inputs.ts';
import { misunderstoodPaths, refusalOf } from '#parts/form/typed-fields.ts';
import type { ApiForm } from '#parts/form/use-api-form.ts';
import { askedBalances, asksOpeningOf } from './loan-file.ts';

/** The fields of the balances that the files do not state, and what is typed in them. */
export function useAskedBalances(
  form: ApiForm<StatementInputs>,
  loan: FollowedLoan,
  reading: AccountFilesReading | undefined,
) {
  const [opening_balance, offset_openings] = useWatch({
    control: form.control,
    name: ['opening_balance', 'offset_openings'],
  });
  const asked = useMemo(
    () => askedBalances(loan, reading, { opening_balance, offset_openings }),
    [loan, reading, opening_balance, offset_openings],
  );
  const misunderstood = useMemo(() => misunderstoodPaths(asked), [asked]);
  const loanBefore = useRef(loan);
  const clearFailure = useEffectEvent(() => {
    // A refusal loads the loan again, and stays, unless a field is there for it now.
    if (loanBefore.current === loan || form.isFieldRefused) form.clearFailure();
    loanBefore.current = loan;
  });
  const { clearErrors, setError, setValue } = form;
  useEffect(() => {
    // They were about what was typed and read before.
    clearFailure();
    clearErrors();
    for (const path of misunderstood) {
      const message = refusalOf(path, get(asked, path), asked) ?? '';
      setError(path as Path<StatementInputs>, { message });
    }
  }, [asked, misunderstood, clearErrors, setError]);
  useEffect(() => {
    // It would be refused in a field that is gone.
    for (const path of misunderstoodPaths({ opening_balance, offset_openings }))
      if (!get(asked, path)) setValue(path as Path<StatementInputs>, '');
  }, [asked, opening_balance, offset_openings, setValue]);
  const fields = [
    ...(reading && asksOpeningOf(loan, reading)
      ? [
          {
            name: 'opening_balance' as const,
            label: 'Owed Before the First Row',
            hint: ledgerHint({ reading, saved: undefined }),
          },
        ]
      : []),
    ...openOffsetFields({ reading }),
  ];
  return {
    asked,
    fields,
    missingField: fields.find(({ name }) => isBlank(get(asked, name))),
    isUnderstood: misunderstood.length === 0,
  };
}
