/** The keys of `rowProps`. They are not of use without a keyboard. */
export const RowKeys = ({ canSelect }: { canSelect: boolean }) => (
  <p className="mt-4 border-t border-rule pt-3 text-xs text-muted max-md:hidden">
    J, K next and previous{canSelect && ' · X select'}
  </p>
);
