import { useMutation } from '@tanstack/react-query';
import { listLimits } from 'contract/limits.ts';
import { useEffect, useId, useRef, useState } from 'react';
import type { DownloadProgress } from '#api/download.ts';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.ts';
import { formatUtc } from '#ui/utc-time.tsx';
import styles from './record-export.module.css';

export interface ExportOptions {
  fileName: string;
  onProgress: (progress: DownloadProgress) => void;
  signal: AbortSignal;
}

interface RecordExportProps {
  format: 'CSV' | 'JSON';
  /** As of the last fetch; the export has its own count. */
  total: number;
  what: string;
  exportRows: (options: ExportOptions) => Promise<void>;
}

const atStart = { rows: 0, total: null };

const count = (rows: number) => rows.toLocaleString('en-AU');

export function RecordExport({ format, total, what, exportRows }: RecordExportProps) {
  const [progress, setProgress] = useState<{ rows: number; total: number | null }>(atStart);
  const running = useRef(new AbortController());
  const labelId = useId();
  const { rows } = progress;
  const expected = progress.total ?? Math.min(total, listLimits.exportRows);

  const { mutate, isPending } = useMutation({
    mutationKey: ['exportRecords', what, format],
    mutationFn: async () => {
      running.current = new AbortController();
      setProgress(atStart);
      const day = formatUtc(new Date().toISOString()).slice(0, 10);
      const fileName = `${what.toLowerCase().replaceAll(' ', '-')}-${day}.${format.toLowerCase()}`;
      await exportRows({
        fileName,
        signal: running.current.signal,
        onProgress: ({ receivedLines, totalRows }) =>
          // The first line names the columns, or opens the list.
          setProgress({ rows: Math.max(0, receivedLines - 1), total: totalRows }),
      });
      return fileName;
    },
    onSuccess: (fileName) => toast.success(`Saved as ${fileName}`),
    onError: (error) => {
      if (error.name !== 'AbortError') toast.error(`Export failed: ${error.message}`);
    },
  });

  useEffect(() => () => running.current.abort(), []);

  if (total === 0 && !isPending) return null;
  return (
    <div className={styles.export}>
      {/* One button for both, which keeps the focus. */}
      <Button onClick={() => (isPending ? running.current.abort() : mutate())}>
        {isPending ? 'Cancel export' : `Export ${format}`}
      </Button>
      {isPending && (
        <>
          <p className={styles.words} id={labelId}>
            Exporting {count(rows)} of {count(expected)} {what}
          </p>
          <progress
            className={styles.progress}
            aria-labelledby={labelId}
            max={expected}
            value={Math.min(rows, expected)}
          />
        </>
      )}
    </div>
  );
}
