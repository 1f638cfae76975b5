import { networkBlockLimits } from 'contract/network-blocks/network-blocks.constants.ts';
import type { NetworkBlock } from 'contract/network-blocks/network-blocks.ts';
import { TextField } from '#parts/form/form-field.tsx';
import { FormDialog } from '#parts/form/form.tsx';
import { useApiForm } from '#parts/form/use-api-form.ts';
import { useEndNetworkBlock } from './network-blocks.queries.ts';

export function EndBlockDialog({ block, onClose }: { block: NetworkBlock; onClose: () => void }) {
  const { mutateAsync: end } = useEndNetworkBlock(block.id);
  const form = useApiForm({ values: { reason: '' }, onSubmit: end, onSaved: onClose });
  return (
    <FormDialog
      form={form}
      title="End Block"
      submitLabel="End Block"
      busyLabel="Ending..."
      variant="danger"
      onClose={onClose}
    >
      <p>Everybody in {block.network} can sign in and compute again.</p>
      <TextField
        form={form}
        name="reason"
        label="Reason"
        hint="For the audit trail."
        maxLength={networkBlockLimits.reasonMaxLength}
        isProse
      />
    </FormDialog>
  );
}
