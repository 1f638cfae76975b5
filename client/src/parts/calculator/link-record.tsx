import { calculationMethod } from 'contract/calculations/method.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { formatLongDate } from '#parts/format/format.ts';
import { Alert } from '#ui/feedback/alert.tsx';
import { LiveRegion } from '#ui/feedback/live-region.tsx';
import { readRecord } from './method-record.ts';

/** Removes the record of a copied link from the URL, and warns if another method computed the figures. */
export function LinkRecord() {
  const { search, hash } = useLocation();
  const navigate = useNavigate();
  const { rest, record } = readRecord(hash);
  // The warning remains after the record is removed from the URL.
  const [linkRecord, setLinkRecord] = useState(record);
  if (record && (record.method !== linkRecord?.method || record.on !== linkRecord.on)) setLinkRecord(record);
  const removeFromUrl = useEffectEvent(() => {
    void navigate({ search, hash: rest }, { replace: true, preventScrollReset: true });
  });
  const isInUrl = record !== undefined;
  useEffect(() => {
    if (isInUrl) removeFromUrl();
  }, [isInUrl]);

  return (
    <LiveRegion>
      {linkRecord && linkRecord.method !== calculationMethod && (
        <Alert tone="warn" title="The link is from another method">
          <p>
            Its figures were computed by method {linkRecord.method} on {formatLongDate(linkRecord.on)}. These
            are computed by method {calculationMethod} and may differ.
          </p>
        </Alert>
      )}
    </LiveRegion>
  );
}
