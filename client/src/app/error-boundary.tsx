import { Component, type ComponentType, type ReactNode } from 'react';
import { ErrorScreen } from './error-screen.tsx';

interface ErrorBoundaryProps {
  /** Which history entry is shown: what failed in one is tried again in the next. */
  visit?: string;
  /** What takes the children's place; the error page where nothing else is given. */
  Fallback?: ComponentType<{ retry: () => void }>;
  children: ReactNode;
}

interface ErrorBoundaryState {
  visit: string | undefined;
  failed: boolean;
}

const shown = new Set<unknown>();

/** Whether a failure has been on the screen: whoever renders the same again after that wants another try. */
export function wasShown(failure: Error): boolean {
  return shown.has(failure);
}

/** React offers no hook for this. Shows what is wrong in place of children that failed to render. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { visit: this.props.visit, failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  static getDerivedStateFromProps({ visit }: ErrorBoundaryProps, state: ErrorBoundaryState) {
    return visit === state.visit ? null : { visit, failed: false };
  }

  override componentDidCatch(failure: unknown) {
    shown.add(failure);
  }

  private readonly retry = () => this.setState({ failed: false });

  override render() {
    const { Fallback = ErrorScreen, children } = this.props;
    return this.state.failed ? <Fallback retry={this.retry} /> : children;
  }
}
