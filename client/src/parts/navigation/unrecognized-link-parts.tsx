import { Alert } from '#ui/feedback/alert.tsx';
import { LiveRegion } from '#ui/feedback/live-region.tsx';

/** Names the parts of a link that were not understood. */
export function UnrecognizedLinkParts({ parts }: { parts: readonly string[] }) {
  return (
    <LiveRegion>
      {parts.length > 0 && (
        <Alert tone="warn" title="Not all of the link was understood">
          <p className="wrap-anywhere">The rest is used. Not understood: {parts.join(', ')}</p>
        </Alert>
      )}
    </LiveRegion>
  );
}
