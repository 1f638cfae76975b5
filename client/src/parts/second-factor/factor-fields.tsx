import type { SecondFactorMethod } from 'contract/signed-in.ts';
import { useEffect, useRef } from 'react';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/input.tsx';

export interface TypedFactor {
  method: SecondFactorMethod;
  code: string;
}

interface FactorFieldsProps {
  methods: readonly SecondFactorMethod[];
  typed: TypedFactor;
  onType: (typed: TypedFactor) => void;
  /** A new object per refusal, so that each focuses the field again. */
  refusal: { text: string } | null;
}

const others: Record<SecondFactorMethod, string> = {
  totp: 'Use your authenticator app',
  passkey: 'Use a passkey',
  recovery_code: 'Use a recovery code',
};

const codeFields = {
  totp: { label: 'CODE', hint: 'The six digits that your authenticator app shows now.' },
  recovery_code: { label: 'RECOVERY CODE', hint: 'One of those that you kept. It works once.' },
} as const;

export function FactorFields({ methods, typed, onType, refusal }: FactorFieldsProps) {
  const { method, code } = typed;
  return (
    <div className="flex flex-col gap-4">
      {method === 'passkey' ? (
        <p className="text-muted">
          Your device asks for your fingerprint, your face or its PIN, and shows that you are there.
        </p>
      ) : (
        <CodeField
          key={method}
          method={method}
          code={code}
          onType={(next) => onType({ method, code: next })}
          refusal={refusal}
        />
      )}
      {methods.length > 1 && (
        <ul className="-mx-4 flex flex-wrap gap-1" aria-label="Other ways">
          {methods
            .filter((other) => other !== method)
            .map((other) => (
              <li key={other}>
                <Button variant="ghost" onClick={() => onType({ method: other, code: '' })}>
                  {others[other]}
                </Button>
              </li>
            ))}
        </ul>
      )}
    </div>
  );
}

interface CodeFieldProps extends Pick<FactorFieldsProps, 'refusal'> {
  method: keyof typeof codeFields;
  code: string;
  onType: (code: string) => void;
}

/** Focused at first and after each refusal. */
function CodeField({ method, code, onType, refusal }: CodeFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  useEffect(() => {
    if (refusal) field.current?.focus();
  }, [refusal]);
  return (
    <Field {...codeFields[method]} error={refusal?.text}>
      {(control) => (
        <TextInput
          {...control}
          ref={field}
          className="tracking-wide"
          value={code}
          onChange={({ target }) => onType(target.value)}
          inputMode={method === 'totp' ? 'numeric' : 'text'}
          autoComplete={method === 'totp' ? 'one-time-code' : 'off'}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          maxLength={64}
          required
        />
      )}
    </Field>
  );
}
