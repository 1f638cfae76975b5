import { changeOf, type Figures, latestText, unitText } from './figure-change.tsx';

/** The one figure that leads the screen, with its unit and its change. A tax table has none. */
export function LeadFigure(facts: Figures) {
  const { direction, amount, from, when } = changeOf(facts) ?? {};
  if (facts.frequency === 'by income year') return null;
  return (
    <p className="flex flex-wrap items-baseline gap-x-4 gap-y-1 text-sm">
      <span className="block text-[length:clamp(2.125rem,10vw,var(--text-lead))] leading-[1.1] font-semibold tracking-[-0.02em] text-accent tabular-nums">
        {latestText(facts)}
      </span>
      <span>
        {unitText(facts.unit)}. {direction} {amount && <strong>{amount}</strong>} {from} {when}
      </span>
    </p>
  );
}
