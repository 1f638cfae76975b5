import type { ReactNode } from 'react';
import { Button } from '#ui/controls/button.tsx';
import { copyText } from '#ui/controls/copy-text.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';

interface SecretDialogProps {
  title: string;
  secret: string;
  copyLabel: string;
  copied: string;
  /** Above the secret. */
  text: string;
  onClose: () => void;
  /** Below it. */
  children?: ReactNode;
}

/** Displays a secret that the server tells once. */
export function SecretDialog({
  title,
  secret,
  copyLabel,
  copied,
  text,
  onClose,
  children,
}: SecretDialogProps) {
  const copy = () =>
    copyText(secret, { copied, refused: 'The browser did not copy it. Select it and copy it yourself.' });
  return (
    <Dialog
      title={title}
      actions={
        <>
          <Button variant="primary" onClick={() => void copy()}>
            {copyLabel}
          </Button>
          <Button onClick={onClose}>I Have It</Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p>{text}</p>
        <SecretCode>{secret}</SecretCode>
        {children}
      </div>
    </Dialog>
  );
}

export const SecretCode = ({ children }: { children: ReactNode }) => (
  <code className="block border border-control bg-bg p-3 wrap-anywhere text-strong select-all">
    {children}
  </code>
);
