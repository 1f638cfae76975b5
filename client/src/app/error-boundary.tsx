import { Component, type ReactNode } from 'react';
import { ErrorScreen } from './error-screen.tsx';

/** React offers no hook for this. Shows the error page in place of children that failed to render. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? <ErrorScreen /> : this.props.children;
  }
}
