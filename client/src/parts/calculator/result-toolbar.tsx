import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.ts';
import styles from './result-toolbar.module.css';

/** What one does with a result; the address holds its terms. */
export function ResultToolbar({ saveCsv }: { saveCsv: () => void }) {
  return (
    <div className={styles.toolbar}>
      <Button variant="ghost" onClick={() => void copyLink()}>
        Copy link
      </Button>
      <Button variant="ghost" onClick={() => window.print()}>
        Print
      </Button>
      <Button variant="ghost" onClick={saveCsv}>
        CSV
      </Button>
    </div>
  );
}

async function copyLink() {
  try {
    await navigator.clipboard.writeText(window.location.href);
    toast.success('Link copied.');
  } catch {
    // Refused by the browser, or the page did not come over HTTPS.
    toast.error('The link could not be copied. It stands in the address bar.');
  }
}
