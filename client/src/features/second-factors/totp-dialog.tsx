import { encode } from 'uqr';
import { ApiError } from '#api/api-error.ts';
import type { ResponseOf } from '#api/call.ts';
import { fieldRefusal } from '#parts/form/field-refusal.ts';
import { TextField } from '#parts/form/form-field.tsx';
import { FormDialog } from '#parts/form/form.tsx';
import { useApiForm } from '#parts/form/use-api-form.ts';
import { useOperation } from '#parts/query/use-operation.ts';
import { Button } from '#ui/controls/button.tsx';
import { copyText } from '#ui/controls/copy-text.ts';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';

interface TotpDialogProps {
  pending: ResponseOf<'addTotp'>;
  onAdded: (codes: string[] | null) => void;
  onClose: () => void;
}

export function TotpDialog({ pending, onAdded, onClose }: TotpDialogProps) {
  // The session has now passed a second factor, so queries that the server refused may succeed.
  const { mutateAsync: confirm } = useOperation('confirmTotp', { invalidates: 'everything' });
  const form = useApiForm({
    values: { code: '' },
    onSubmit: ({ code }) => {
      if (!code) throw fieldRefusal('code', 'Enter the code that the app shows.');
      return confirm({ id: pending.id, code }).catch(refuseCode);
    },
    onSaved: ({ recovery_codes: codes }) => onAdded(codes),
  });

  function refuseCode(error: Error): never {
    if (!(error instanceof ApiError) || error.code !== 'invalid_code') throw error;
    form.setValue('code', '');
    throw fieldRefusal(
      'code',
      'This is not the current code. Enter the code that the app shows now, and check that the clock of your device is right.',
    );
  }

  return (
    <FormDialog
      form={form}
      title="ADD AN AUTHENTICATOR APP"
      submitLabel="Confirm"
      busyLabel="Confirming..."
      onClose={onClose}
    >
      <div className="flex flex-wrap items-start gap-5">
        <QrCode text={pending.otpauth_url} />
        <div className="flex min-w-0 flex-[1_1_16rem] flex-col gap-4">
          <p>Scan the picture with your authenticator app, or type this secret into it:</p>
          <code className="border border-control bg-bg p-3 wrap-anywhere text-strong select-all">
            {pending.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}
          </code>
          <div className="flex flex-wrap gap-x-5 gap-y-2">
            <Button
              variant="ghost"
              onClick={() =>
                void copyText(pending.secret, {
                  copied: 'Secret copied.',
                  refused: 'The browser does not let us copy. Select the secret instead.',
                })
              }
            >
              Copy the secret
            </Button>
            <a
              className="inline-flex min-h-control items-center text-sm md:hidden"
              href={pending.otpauth_url}
            >
              Open in an app on this phone
            </a>
          </div>
          <TextField
            form={form}
            name="code"
            label="Code"
            hint="The six digits that the app shows."
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={64}
            required
          />
        </div>
      </div>
    </FormDialog>
  );
}

/** Modules of quiet zone on each side (ISO/IEC 18004). */
const quietZone = 4;

/** Dark on light in every theme: many readers accept nothing else. */
function QrCode({ text }: { text: string }) {
  const { size, data } = encode(text, { ecc: 'M', border: quietZone });
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])));
  return (
    <figure className="mx-auto my-0 w-[14rem] max-w-full flex-none">
      <svg
        className="h-auto w-full"
        viewBox={`0 0 ${size} ${size}`}
        shapeRendering="crispEdges"
        aria-hidden="true"
      >
        <rect className="fill-strong" width={size} height={size} />
        <path className="fill-bg" d={dark.join('')} />
      </svg>
      <figcaption>
        <VisuallyHidden>QR code of the secret</VisuallyHidden>
      </figcaption>
    </figure>
  );
}
