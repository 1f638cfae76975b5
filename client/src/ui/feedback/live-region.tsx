import type { ReactNode } from 'react';

interface LiveRegionProps {
  role?: 'status' | 'alert';
  children: ReactNode;
}

/**
 * Announces content that appears in it. It must be rendered before its content. For plain text `<output>` is enough.
 */
export function LiveRegion({ role = 'status', children }: LiveRegionProps) {
  return (
    <div role={role} className="empty:absolute">
      {children}
    </div>
  );
}
