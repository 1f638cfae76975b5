import type { TermsField } from './terms.ts';
import { TermsPanel } from './terms-panel.tsx';
import { UnrecognizedLinkParts } from './unrecognized-link-parts.tsx';
import type { TypedTerms, useTerms } from './use-terms.ts';

interface TermsFormProps {
  title: string;
  fields: readonly TermsField[];
  calculator: Pick<ReturnType<typeof useTerms>, 'form' | 'typed' | 'unrecognized' | 'submit' | 'clear'>;
  /** Called if the submitted terms are those of the current result. */
  repeat: () => unknown;
  isPending: boolean;
}

export function TermsForm({ title, fields, calculator, repeat, isPending }: TermsFormProps) {
  const { form, typed, unrecognized, submit, clear } = calculator;
  return (
    <>
      <UnrecognizedLinkParts parts={unrecognized} />
      <TermsPanel
        title={title}
        fields={fields.map((field) => ({
          ...field,
          hint: hintOf(field, typed),
          hasUnits: field.echo !== undefined,
        }))}
        form={form}
        submit={submit(repeat)}
        clear={clear}
        isPending={isPending}
      />
    </>
  );
}

function hintOf({ name, hint, read, echo }: TermsField, typed: Partial<TypedTerms>): string {
  const interpretation = echo?.(read?.(typed[name] ?? '') ?? '');
  return interpretation ? `${hint}: ${interpretation}` : hint;
}
