import { Button } from '#ui/controls/button.tsx';

interface WorkedExampleProps {
  /** Describes the result that will appear here. */
  text?: string | undefined;
  /** The URL that computes the example. */
  to: string;
  /** Names the terms of the example. */
  children: string;
}

const defaultText = 'Enter the terms and calculate, or start from an example.';

/** Displayed in place of the figures before the first calculation. */
export function WorkedExample({ text = defaultText, to, children }: WorkedExampleProps) {
  return (
    <div className="flex flex-col items-start gap-4">
      <p className="text-muted">{text}</p>
      <Button variant="chip" to={to}>
        {children}
      </Button>
    </div>
  );
}
