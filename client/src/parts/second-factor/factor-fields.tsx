import type { SecondFactorMethod } from 'contract/accounts/signed-in.ts';
import { useEffect } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { TextField } from '#parts/form/form-field.tsx';
import { Button } from '#ui/controls/button.tsx';

export interface TypedFactor {
  method: SecondFactorMethod;
  code: string;
}

interface FactorFieldsProps {
  form: UseFormReturn<TypedFactor>;
  methods: readonly SecondFactorMethod[];
  /** Called when the code or the method changes. */
  onEdit: () => void;
}

const switchLabels: Record<SecondFactorMethod, string> = {
  totp: 'Use your authenticator app',
  passkey: 'Use a passkey',
  recovery_code: 'Use a recovery code',
};

const codeFields = {
  totp: { label: 'CODE', hint: 'The six digits that your authenticator app shows now.' },
  recovery_code: { label: 'RECOVERY CODE', hint: 'One of the codes that you saved. It works once.' },
} as const;

export function FactorFields({ form, methods, onEdit }: FactorFieldsProps) {
  const method = useWatch({ control: form.control, name: 'method' });

  function choose(next: SecondFactorMethod) {
    form.reset({ method: next, code: '' }, { keepDirtyValues: false });
    onEdit();
  }

  return (
    <div className="flex flex-col gap-4">
      {method === 'passkey' ? (
        <p className="text-muted">
          Your device asks for your fingerprint, your face or its PIN to confirm that it is you.
        </p>
      ) : (
        <CodeField key={method} form={form} method={method} onEdit={onEdit} />
      )}
      {methods.length > 1 && (
        <ul className="flex flex-wrap gap-x-4 gap-y-1" aria-label="Other ways">
          {methods
            .filter((other) => other !== method)
            .map((other) => (
              <li key={other}>
                <Button variant="ghost" onClick={() => choose(other)}>
                  {switchLabels[other]}
                </Button>
              </li>
            ))}
        </ul>
      )}
    </div>
  );
}

interface CodeFieldProps extends Omit<FactorFieldsProps, 'methods'> {
  method: keyof typeof codeFields;
}

/** A code field that takes the focus when it appears. */
function CodeField({ form, method, onEdit }: CodeFieldProps) {
  const { setFocus } = form;
  useEffect(() => {
    setFocus('code');
  }, [setFocus]);
  return (
    <TextField
      form={form}
      name="code"
      {...codeFields[method]}
      rules={{ onChange: onEdit }}
      className="tracking-wide"
      inputMode={method === 'totp' ? 'numeric' : 'text'}
      autoComplete={method === 'totp' ? 'one-time-code' : 'off'}
      maxLength={64}
      required
    />
  );
}
