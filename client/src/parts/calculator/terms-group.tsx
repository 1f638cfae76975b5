import type { ReactNode } from 'react';
import { type FieldPath, type FieldValues, useFormContext } from 'react-hook-form';
import { Panel } from '#ui/layout/panel.tsx';
import { misunderstoodPaths } from '#parts/form/typed-fields.ts';
import { Chips } from './chips.tsx';
import { type PanelField, TermsFields } from './terms-fields.tsx';

interface TermsOption<Inputs extends FieldValues> {
  title: string;
  /** The values of the option; empty if there are none. */
  content: string;
  fields?: readonly PanelField<Inputs>[];
  /** Further paths whose errors mark the option. */
  paths?: readonly FieldPath<Inputs>[];
  /** In place of fields. */
  children?: ReactNode;
}

interface TermsFieldsetProps<Inputs extends FieldValues> {
  /** The name for screen readers. */
  title: string;
  fields: readonly PanelField<Inputs>[];
  /** Further fields beside the others. */
  children?: ReactNode;
  options?: readonly TermsOption<Inputs>[];
}

/** The fields of a calculator under one title, and its options as chips. */
export const TermsGroup = <Inputs extends FieldValues>({
  aside,
  ...props
}: TermsFieldsetProps<Inputs> & { aside?: ReactNode }) => (
  <Panel title={props.title} aside={aside}>
    <TermsFieldset {...props} />
  </Panel>
);

const noOptions: readonly never[] = [];

export function TermsFieldset<Inputs extends FieldValues>({
  title,
  fields,
  children,
  options = noOptions,
}: TermsFieldsetProps<Inputs>) {
  const form = useFormContext<Inputs>();
  const misunderstood = options.length > 0 ? misunderstoodPaths(form.getValues()) : [];
  const isRefused = (path: FieldPath<Inputs>) =>
    form.getFieldState(path, form.formState).invalid ||
    misunderstood.some((other) => other === path || other.startsWith(`${path}.`));
  const chips = options.map((option) => ({
    name: option.title,
    title: option.title,
    content: option.content,
    isRefused: [...(option.paths ?? []), ...(option.fields ?? []).map(({ name }) => name)].some(isRefused),
    children: option.fields ? (
      <div className="fields">
        <TermsFields form={form} fields={option.fields} />
      </div>
    ) : (
      option.children
    ),
  }));
  return (
    <fieldset className="flex flex-col gap-4" aria-label={title}>
      <div className="fields">
        <TermsFields form={form} fields={fields} />
        {children}
      </div>
      {chips.length > 0 && <Chips chips={chips} />}
    </fieldset>
  );
}
