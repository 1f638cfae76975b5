import type { ReactNode } from 'react';
import { type FieldPath, type FieldValues, useFormContext } from 'react-hook-form';
import { Panel } from '#ui/layout/panel.tsx';
import { misunderstoodPaths } from '#parts/form/typed-fields.ts';
import { OptionRow, refusedTag } from './option-row.tsx';
import { type PanelField, TermsFields } from './terms-fields.tsx';

interface TermsRow<Inputs extends FieldValues> {
  title: string;
  /** The values in the row; empty if there are none. */
  content: string;
  fields?: readonly PanelField<Inputs>[];
  /** Further paths whose errors mark the row. */
  paths?: readonly FieldPath<Inputs>[];
  children?: ReactNode;
}

interface TermsGroupProps<Inputs extends FieldValues> {
  title: string;
  aside?: ReactNode;
  fields: readonly PanelField<Inputs>[];
  /** Options in rows that open one at a time. */
  rows?: readonly TermsRow<Inputs>[];
}

/** The fields of a calculator under one title. */
export function TermsGroup<Inputs extends FieldValues>({
  title,
  aside,
  fields,
  rows,
}: TermsGroupProps<Inputs>) {
  const form = useFormContext<Inputs>();
  const misunderstood = rows ? misunderstoodPaths(form.getValues()) : [];
  const isRefused = (path: FieldPath<Inputs>) =>
    form.getFieldState(path, form.formState).invalid ||
    misunderstood.some((other) => other === path || other.startsWith(`${path}.`));
  return (
    <Panel title={title} aside={aside}>
      <fieldset className="flex flex-col gap-4" aria-label={title}>
        <div className="fields">
          <TermsFields form={form} fields={fields} />
        </div>
        {rows && (
          <div>
            {rows.map(({ title: rowTitle, content, fields: options = [], paths = [], children }) => (
              <OptionRow
                key={rowTitle}
                group={title}
                title={rowTitle}
                content={content}
                tag={[...paths, ...options.map(({ name }) => name)].some(isRefused) && refusedTag}
              >
                {options.length > 0 ? (
                  <div className="fields">
                    <TermsFields form={form} fields={options} />
                    {children}
                  </div>
                ) : (
                  children
                )}
              </OptionRow>
            ))}
          </div>
        )}
      </fieldset>
    </Panel>
  );
}
