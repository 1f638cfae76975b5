import type { ReactNode } from 'react';
import { paths } from '#parts/navigation/paths.ts';
import { Button } from '#ui/controls/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';

interface SignInFirstProps {
  title: string;
  /** What follows the sign-in, such as `save`. */
  act: string;
  /** Of the screens of the sign-in, which lead back. */
  state: object;
  children: ReactNode;
  onClose: () => void;
}

/** Why a guest needs an account. */
export function SignInFirst({ title, act, state, children, onClose }: SignInFirstProps) {
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button to={paths.register} state={state}>
            Register
          </Button>
          <Button variant="primary" to={paths.login} state={state}>
            {`Sign in and ${act}`}
          </Button>
        </>
      }
    >
      <p>{children}</p>
    </Dialog>
  );
}
