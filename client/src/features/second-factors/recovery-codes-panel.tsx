import { secondFactorLimits } from 'contract/second-factors/second-factors.constants.ts';
import { Alert } from '#ui/feedback/alert.tsx';
import { Button } from '#ui/controls/button.tsx';
import { askToConfirm } from '#ui/overlays/confirm.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { useMakeRecoveryCodes } from './second-factor-changes.ts';

/** At this number or fewer, the panel suggests new codes. */
const lowCount = 3;

export function RecoveryCodesPanel({ left, onMade }: { left: number; onMade: (codes: string[]) => void }) {
  const { mutate, isPending } = useMakeRecoveryCodes();
  const make = () => mutate(undefined, { onSuccess: ({ recovery_codes: codes }) => onMade(codes) });
  return (
    <Panel title="Recovery codes" aside={`${left} of ${secondFactorLimits.recoveryCodes} left`}>
      <div className="flex flex-col gap-4">
        <p>Use a recovery code to sign in if you lose your second factor. Each code works once.</p>
        {left <= lowCount && (
          <Alert tone="warn" title="You have few recovery codes left. Make new codes soon." />
        )}
        <div>
          <Button
            loading={isPending}
            onClick={() =>
              askToConfirm({
                title: 'MAKE NEW RECOVERY CODES?',
                message: 'The codes that you have now stop working.',
                confirmLabel: 'Make new codes',
                onConfirm: make,
              })
            }
          >
            Make New Codes
          </Button>
        </div>
      </div>
    </Panel>
  );
}
