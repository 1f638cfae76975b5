import { Button } from '#ui/controls/button.tsx';

/** Beside the result of a check of only some days. */
export function CheckAll({ checkAll }: { checkAll: () => void }) {
  return (
    <div className="print:hidden">
      <Button onClick={checkAll}>Check all days</Button>
    </div>
  );
}
