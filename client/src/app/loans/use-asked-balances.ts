import type { FollowedLoan } from 'contract/followed-loans/followed-loan-record.ts';
import type { AccountFilesReading } from 'engine/account-files/read-account-files.ts';
import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { get, type Path, useWatch } from 'react-hook-form';
import { ledgerHint, openOffsetFields, type StatementInputs } from '#features/statements/statement-inputs.ts';
import { misunderstoodPaths, readValues, refusalOf } from '#parts/form/typed-fields.ts';
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
    // A refusal loads the loan again, and stays.
    if (loanBefore.current === loan) form.clearFailure();
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
    // What is typed in a field that is gone would be refused there.
    if (asked.opening_balance === '' && opening_balance !== '') setValue('opening_balance', '');
    for (const [file, typed] of Object.entries(offset_openings))
      if (typed.opening_balance !== '' && !(file in asked.offset_openings))
        setValue(`offset_openings.${file}.opening_balance`, '');
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
    missingField: fields.find(({ name }) => get(readValues(asked), name) === ''),
    isUnderstood: misunderstood.length === 0,
  };
}
