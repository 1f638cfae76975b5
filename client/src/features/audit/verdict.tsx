import type { AuditVerdict } from 'contract/audit/audit.ts';
import { formatNumber } from '#parts/format/format.ts';
import { Alert } from '#ui/feedback/alert.tsx';
import { LiveRegion } from '#ui/feedback/live-region.tsx';
import { UtcTime } from '#ui/utc-time.tsx';

interface VerdictProps {
  /** Undefined until the user has verified the trail. */
  verdict: AuditVerdict | undefined;
  error: Error | null;
}

export function Verdict({ verdict, error }: VerdictProps) {
  return (
    <LiveRegion>
      {error ? (
        <Alert tone="error" title="The trail could not be verified.">
          <p>{error.message}</p>
        </Alert>
      ) : (
        verdict && (
          <Alert
            tone={verdict.intact ? 'ok' : 'error'}
            title={verdict.intact ? 'THE TRAIL IS INTACT' : 'THE TRAIL IS NOT INTACT'}
          >
            {verdict.first_fault && <p>{verdict.first_fault}</p>}
            <p>
              Sealed records that match their seal: {formatNumber(verdict.checked)}
              {verdict.last_seal_at && (
                <>
                  . Last seal at <UtcTime at={verdict.last_seal_at} /> UTC
                </>
              )}
              .
            </p>
            {verdict.head && <p className="wrap-anywhere">Head {verdict.head}</p>}
          </Alert>
        )
      )}
    </LiveRegion>
  );
}
