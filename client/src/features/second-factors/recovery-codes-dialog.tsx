import { site } from 'contract/texts.ts';
import { useSession } from '#session/session.ts';
import { Button } from '#ui/controls/button.tsx';
import { copyText } from '#ui/controls/copy-text.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';

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
      <div className="print-sheet flex flex-col gap-4">
        <p className="text-sm text-muted">
          {site.name}, recovery codes of {username}
        </p>
        <p>
          We show these codes only once. Keep them in a safe place, and not on the device of your second
          factor. If you lose that device, each code signs you in once.
        </p>
        <ol className="grid grid-fit-[15rem] gap-x-5 gap-y-2 border border-control bg-bg p-4">
          {codes.map((code) => (
            <li key={code}>
              <code className="text-strong select-all">{code}</code>
            </li>
          ))}
        </ol>
      </div>
    </Dialog>
  );
}
