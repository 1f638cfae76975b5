import { messages } from 'contract/texts.ts';
import { Component, type ReactNode, Suspense } from 'react';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { isChunkError } from './chunk-errors.ts';
import { ReloadButton } from './reload-button.tsx';

interface LazyDialogProps {
  /** A dialog whose code loads when it opens. */
  children: ReactNode;
  onClose: () => void;
}

/** If the code of the dialog cannot be loaded, a message replaces it, and the screen below remains. */
export class LazyDialog extends Component<LazyDialogProps, { error: unknown }> {
  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override state = { error: undefined };

  override render() {
    const { children, onClose } = this.props;
    const { error } = this.state;
    if (error === undefined) return <Suspense>{children}</Suspense>;
    // A program error belongs to the error page of the screen.
    if (!isChunkError(error)) throw error;
    return (
      <Dialog title="NOT LOADED" onClose={onClose} actions={<ReloadButton />}>
        <p>{messages.screenNotLoaded}</p>
      </Dialog>
    );
  }
}
