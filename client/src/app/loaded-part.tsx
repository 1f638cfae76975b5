import { layoutTexts } from 'contract/texts.ts';
import { type ComponentType, lazy, Suspense } from 'react';
import { ErrorBoundary, type FallbackProps } from 'react-error-boundary';
import { Failure } from '#ui/feedback/failure.tsx';
import { Loading } from '#ui/feedback/spinner.tsx';
import { useReloadOnChunkError } from './layout/reload-on-chunk-error.ts';

/** A part of a screen from another feature. If it fails to load, the rest of the screen stays. */
export function lazyPart(load: () => Promise<{ default: ComponentType }>): ComponentType {
  const Content = lazy(load);
  return function LoadedPart() {
    return (
      <ErrorBoundary FallbackComponent={PartFailure}>
        <Suspense fallback={<Loading />}>
          <Content />
        </Suspense>
      </ErrorBoundary>
    );
  };
}

function PartFailure({ error }: FallbackProps) {
  const isReloading = useReloadOnChunkError(error);
  if (isReloading) return <Loading />;
  return <Failure title={layoutTexts.systemError} retry={() => window.location.reload()} />;
}
