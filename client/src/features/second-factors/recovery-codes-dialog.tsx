import { site } from 'contract/texts.ts';
import { useSession } from '#session/session.ts';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/cx.ts';
import { copyText } from '#ui/copy-text.ts';
import { Dialog } from '#ui/dialog.tsx';
import typography from '#ui/typography.module.css';
import layout from '#ui/layout.module.css';
import styles from './recovery-codes-dialog.module.css';

export function RecoveryCodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const username = useSession()?.user.username;
  const copy = () =>
    copyText(codes.join('\n'), {
      copied: 'Recovery codes copied.',
      refused: 'The browser did not copy them. Select them and copy them yourself.',
    });
  return (
    <Dialog
      title="YOUR RECOVERY CODES"
      actions={
        <>
          <Button onClick={() => void copy()}>Copy</Button>
          <Button onClick={() => window.print()}>Print</Button>
          <Button variant="primary" onClick={onClose}>
            I Have Them
          </Button>
        </>
      }
    >
      <div className={cx(layout.stack, styles.sheet)}>
        <p className={typography.note}>
          {site.name}, recovery codes of {username}
        </p>
        <p>
          They are shown this once. Keep them where you keep what is dear to you, and not on the device that
          is your second factor: each signs you in once when that is lost.
        </p>
        <ol className={styles.codes}>
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ol>
      </div>
    </Dialog>
  );
}
