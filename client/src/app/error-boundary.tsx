import { Component, type ReactNode } from 'react';
import { ErrorScreen } from './error-screen.tsx';

interface ErrorBoundaryProps {
  /** Which history entry is shown: what failed in one is tried again in the next. */
  visit?: string;
  children: ReactNode;
}

interface ErrorBoundaryState {
  visit: string | undefined;
  failed: boolean;
}

/** React offers no hook for this. Shows the error page in place of children that failed to render. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { visit: this.props.visit, failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  static getDerivedStateFromProps({ visit }: ErrorBoundaryProps, state: ErrorBoundaryState) {
    return visit === state.visit ? null : { visit, failed: false };
  }

  override render() {
    return this.state.failed ? <ErrorScreen /> : this.props.children;
  }
}
