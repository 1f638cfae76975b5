import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFirstFactor } from '#parts/second-factor/first-factor.ts';
import { secondFactors } from '#parts/second-factor/second-factors.queries.ts';
import { AddFactor } from './add-factor.tsx';
import { FactorList } from './factor-list.tsx';
import { RecoveryCodesPanel } from './recovery-codes-panel.tsx';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';

export function SecondFactorsSection() {
  const list = useQuery(secondFactors);
  const firstFactor = useFirstFactor();
  const [codes, setCodes] = useState<string[] | null>(null);
  return (
    <div className="flex min-w-0 flex-col gap-6">
      <p className="text-muted">
        With a second factor, nobody can sign in with {firstFactor} alone. Add a passkey, with which you can
        also sign in without anything else, or an authenticator app that shows a new code every 30 seconds.
      </p>
      <div className="grid grid-fit-[26rem] items-start gap-x-7 gap-y-6">
        <div className="flex min-w-0 flex-col gap-6">
          <FactorList list={list} />
          {list.data && list.data.data.length > 0 && (
            <RecoveryCodesPanel left={list.data.recovery_codes_left} onMade={setCodes} />
          )}
        </div>
        <AddFactor onAdded={setCodes} />
      </div>
      {codes && <RecoveryCodesDialog codes={codes} onClose={() => setCodes(null)} />}
    </div>
  );
}
