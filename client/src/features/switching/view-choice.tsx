import { type View, viewTexts } from './verdicts.ts';

interface ViewChoiceProps {
  view: View;
  setView: (view: View) => void;
}

/** Chooses between the two ways of paying; the result contains both. */
export function ViewChoice({ view, setView }: ViewChoiceProps) {
  return (
    <fieldset className="flex flex-wrap gap-x-5 gap-y-2" aria-label="Way of paying">
      {(Object.keys(viewTexts) as View[]).map((one) => (
        <label
          key={one}
          className="flex min-h-target cursor-pointer items-center gap-2 text-sm tracking-wide"
        >
          <input
            className="h-[1.25rem] w-[1.25rem] cursor-[inherit] appearance-none rounded-full border border-control bg-bg checked:border-accent checked:[background:radial-gradient(var(--accent)_0_45%,transparent_50%)] hover:border-accent forced-colors:appearance-auto"
            type="radio"
            name="way-of-paying"
            checked={view === one}
            onChange={() => setView(one)}
          />
          {viewTexts[one]}
        </label>
      ))}
    </fieldset>
  );
}
