import { type SyntheticEvent, useId, useRef, useState } from 'react';
import { encode } from 'uqr';
import { ApiError } from '#api/api-error.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/input.tsx';
import { LiveRegion } from '#ui/live-region.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import layout from '#ui/layout.module.css';
import { type BegunTotp, useConfirmTotp } from './second-factor-changes.ts';
import styles from './totp-dialog.module.css';

interface TotpDialogProps {
  begun: BegunTotp;
  onAdded: (codes: string[] | null) => void;
  onClose: () => void;
}

export function TotpDialog({ begun, onAdded, onClose }: TotpDialogProps) {
  const { mutate, error, isPending } = useConfirmTotp(begun.id);
  const [code, setCode] = useState('');
  const [refusal, setRefusal] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const formId = useId();

  function refuse(text: string) {
    setRefusal(text);
    field.current?.focus();
  }

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    if (isPending) return;
    if (!code.trim()) return refuse('Give the code that the app shows.');
    setRefusal(undefined);
    mutate(code, {
      onSuccess: ({ recovery_codes: codes }) => onAdded(codes),
      onError: (failure) => {
        if (!(failure instanceof ApiError) || failure.code !== 'invalid_code') return;
        setCode('');
        refuse('This is not the code that the app shows now. Look at your device’s clock, too.');
      },
    });
  }

  return (
    <Dialog
      title="ADD AN AUTHENTICATOR APP"
      onClose={isPending ? undefined : onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" loading={isPending}>
            {isPending ? 'Confirming...' : 'Confirm'}
          </Button>
        </>
      }
    >
      <div className={styles.steps}>
        <QrCode text={begun.otpauth_url} />
        <div className={styles.words}>
          <p>Scan the picture with your authenticator app, or type this secret into it:</p>
          <code className={styles.secret}>{begun.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
          <form className={layout.stack} id={formId} onSubmit={submit} noValidate>
            <Field label="Code" hint="The six digits that the app then shows." error={refusal}>
              {(control) => (
                <TextInput
                  {...control}
                  ref={field}
                  value={code}
                  onChange={({ target }) => setCode(target.value)}
                  inputMode="numeric"
                  autoComplete="one-time-code"
                  maxLength={64}
                  required
                />
              )}
            </Field>
            <LiveRegion role="alert">
              {error && refusal === undefined && <Alert tone="error" title={error.message} />}
            </LiveRegion>
          </form>
        </div>
      </div>
    </Dialog>
  );
}

/** Modules of quiet zone on each side (ISO/IEC 18004). */
const quietZone = 4;

/** Dark on light in every theme: many readers accept nothing else. */
function QrCode({ text }: { text: string }) {
  const { size, data } = encode(text, { ecc: 'M', border: quietZone });
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])));
  return (
    <figure className={styles.figure}>
      <svg
        className={styles.qr}
        viewBox={`0 0 ${size} ${size}`}
        shapeRendering="crispEdges"
        aria-hidden="true"
      >
        <rect className={styles.light} width={size} height={size} />
        <path className={styles.dark} d={dark.join('')} />
      </svg>
      <figcaption>
        <VisuallyHidden>QR code of the secret</VisuallyHidden>
      </figcaption>
    </figure>
  );
}
