import { tokenMessages } from 'contract/tokens/tokens.constants.ts';
import { Button } from '#ui/controls/button.tsx';
import { copyText } from '#ui/controls/copy-text.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';

interface CreatedTokenDialogProps {
  name: string;
  token: string;
  onClose: () => void;
}

export function CreatedTokenDialog({ name, token, onClose }: CreatedTokenDialogProps) {
  const copy = () =>
    copyText(token, {
      copied: 'Token copied.',
      refused: 'The browser did not copy it. Select it and copy it yourself.',
    });
  return (
    <Dialog
      title={`Token “${name}”`}
      actions={
        <>
          <Button variant="primary" onClick={() => void copy()}>
            Copy Token
          </Button>
          <Button onClick={onClose}>I Have It</Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p>
          {tokenMessages.tokenCreated} Anyone with this token can use all its permissions, so protect it like
          a password.
        </p>
        <code className="block border border-control bg-bg p-3 wrap-anywhere text-strong select-all">
          {token}
        </code>
        <p>A program sends it with every request in this header:</p>
        <code className="block border border-control bg-bg p-3 wrap-anywhere text-strong select-all">
          Authorization: Bearer {token.slice(0, 10)}…
        </code>
      </div>
    </Dialog>
  );
}
