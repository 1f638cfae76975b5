import type { ReactNode } from 'react';

/** The one figure that leads the screen. */
export const LeadFigure = ({ children }: { children: ReactNode }) => (
  <span className="block text-[length:clamp(2.125rem,10vw,var(--text-lead))] leading-[1.1] font-semibold tracking-[-0.02em] text-accent tabular-nums">
    {children}
  </span>
);
