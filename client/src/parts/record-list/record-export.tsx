import { useState } from 'react';
import { localDate } from '#parts/calculator/local-date.ts';
import { useApiMutation } from '#parts/query/use-api-mutation.ts';
import { searchWithoutReason, ViewReasonDialog } from '#parts/records/view-reasons.tsx';
import { Button } from '#ui/controls/button.tsx';

export interface ExportOptions {
  fileName: string;
  /** The reader's day, which the file name contains. */
  day: string;
}

interface RecordExportProps {
  format: string;
  /** The number of records at the last fetch. */
  total: number;
  /** The plural noun of the records, which begins the file name. */
  noun: string;
  /** Resolves when the browser has the file or has started its download. */
  exportRows: (options: ExportOptions) => Promise<void>;
}

export function RecordExport({ format, total, noun, exportRows }: RecordExportProps) {
  const [unstated, setUnstated] = useState(searchWithoutReason(null));
  const { mutate, isPending } = useApiMutation({
    mutationFn: async () => {
      const day = localDate(new Date());
      const fileName = `${noun.toLowerCase().replaceAll(' ', '-')}-${day}.${format.toLowerCase()}`;
      await exportRows({ fileName, day });
      return fileName;
    },
    success: (fileName) => `Downloading ${fileName}`,
    toastsFailure: (error) => (searchWithoutReason(error) ? undefined : `Export failed: ${error.message}`),
    onError: (error) => setUnstated(searchWithoutReason(error)),
  });
  if (total === 0 && !isPending) return null;
  return (
    <>
      <Button loading={isPending} onClick={() => mutate()}>
        Export {format}
      </Button>
      {unstated && (
        <ViewReasonDialog
          of={unstated}
          title="A Reason Is Required"
          submitLabel="Export"
          onClose={() => setUnstated(null)}
          onSaved={() => {
            setUnstated(null);
            mutate();
          }}
        />
      )}
    </>
  );
}
