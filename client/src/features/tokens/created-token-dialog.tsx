import { tokenMessages } from 'contract/tokens/tokens.constants.ts';
import { SecretCode, SecretDialog } from '#parts/form/secret-dialog.tsx';

interface CreatedTokenDialogProps {
  name: string;
  token: string;
  onClose: () => void;
}

export const CreatedTokenDialog = ({ name, token, onClose }: CreatedTokenDialogProps) => (
  <SecretDialog
    title={`Token “${name}”`}
    secret={token}
    copyLabel="Copy Token"
    copied="Token copied."
    text={`${tokenMessages.tokenCreated} Anyone with this token can use all its permissions, so protect it like a password.`}
    onClose={onClose}
  >
    <p>A program sends it with every request in this header:</p>
    <SecretCode>Authorization: Bearer {token.slice(0, 10)}…</SecretCode>
  </SecretDialog>
);
