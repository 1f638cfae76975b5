import { useQuery } from '@tanstack/react-query';
import type { FollowedLoan } from 'contract/followed-loans/followed-loan-record.ts';
import { useEffect } from 'react';
import { loadCsvParser } from '#parts/files/csv-parser.ts';
import type { LoanFileFields } from './loan-file.ts';

const loadPreview = () => import('./loan-preview.ts');

/** What reads a file is loaded with the page, so that a file can be read without a connection. */
const loadReader = () =>
  Promise.all([loadPreview(), import('#features/statements/read-files.ts'), loadCsvParser()]);

interface PreviewOptions {
  /** Of all that the file is made of. */
  key: readonly unknown[];
  /** Whether everything is known that the file needs. */
  isReady: boolean;
  toFile: () => LoanFileFields | undefined;
}

/** What adding the files will do. Computed on the device. */
export function useLoanPreview(loan: FollowedLoan, { key, isReady, toFile }: PreviewOptions) {
  useEffect(() => {
    // Where it fails, the first file says so.
    loadReader().catch(() => undefined);
  }, []);
  return useQuery({
    queryKey: ['loanPreview', loan.id, loan.version, ...key],
    queryFn: async () => {
      const { previewOf } = await loadPreview();
      const file = toFile();
      return file ? previewOf(loan, file) : null;
    },
    enabled: isReady,
    networkMode: 'always',
    gcTime: 0,
  });
}
