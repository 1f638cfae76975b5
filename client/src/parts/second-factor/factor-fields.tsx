import type { SecondFactorMethod } from 'contract/signed-in.ts';
import { useEffect, useRef } from 'react';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/input.tsx';
import layout from '#ui/layout.module.css';
import typography from '#ui/typography.module.css';
import styles from './factor-fields.module.css';

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
    <div className={layout.stack}>
      {method === 'passkey' ? (
        <p className={typography.muted}>
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
        <ul className={styles.others} aria-label="Other ways">
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
          className={styles.code}
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
