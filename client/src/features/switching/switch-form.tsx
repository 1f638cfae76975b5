import { offerName, switchingLimits } from 'contract/scenarios/switching.constants.ts';
import { memo, type SubmitEventHandler, useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { FormProvider, useFieldArray, useFormState, type UseFormReturn } from 'react-hook-form';
import { UnrecognizedLinkParts } from '#parts/calculator/unrecognized-link-parts.tsx';
import { Button } from '#ui/controls/button.tsx';
import { LiveRegion } from '#ui/feedback/live-region.tsx';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { OfferFields } from './offer-fields.tsx';
import { emptyOffer, type SwitchInputs } from './switch-inputs.ts';
import { TodayFields } from './today-fields.tsx';

interface SwitchFormProps {
  form: UseFormReturn<SwitchInputs>;
  typed: SwitchInputs;
  /** Parts of the link that were not understood. */
  unrecognized: readonly string[];
  submit: SubmitEventHandler<HTMLFormElement>;
  clear: () => void;
  isPending: boolean;
}

/** The current loan and up to three offers. */
export const SwitchForm = memo(function SwitchForm(props: SwitchFormProps) {
  const { form, typed, unrecognized, submit, clear, isPending } = props;
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'offers' });
  const element = useRef<HTMLFormElement>(null);
  const add = useRef<HTMLButtonElement>(null);
  const [changeText, setChangeText] = useState('');

  const formState = useFormState({ control: form.control });
  const { submitCount, errors } = formState;
  const focusRefused = useEffectEvent((submissions: number) => {
    if (submissions === 0) return;
    const refused = element.current?.querySelector<HTMLElement>('[aria-invalid]');
    const row = refused?.closest('details');
    if (row) row.open = true;
    refused?.focus();
  });
  useEffect(() => focusRefused(submitCount), [submitCount]);

  function addOffer() {
    append(emptyOffer, { focusName: `offers.${fields.length}.annual_interest_rate` });
    setChangeText(`${offerName(fields.length)} added.`);
  }

  function removeOffer(index: number) {
    // The pressed button disappears, and the button that adds an offer may come back.
    flushSync(() => remove(index));
    add.current?.focus();
    setChangeText(`${offerName(index)} removed.`);
  }

  return (
    <FormProvider {...form} formState={formState}>
      <form
        ref={element}
        className="flex flex-col gap-6"
        onSubmit={submit}
        noValidate
        aria-label="Today and offers"
      >
        <UnrecognizedLinkParts parts={unrecognized} />
        <TodayFields typed={typed} />
        {fields.map(({ id }, index) => (
          <OfferFields
            key={id}
            index={index}
            offer={typed.offers[index] ?? emptyOffer}
            remove={fields.length > 1 ? () => removeOffer(index) : undefined}
          />
        ))}
        <VisuallyHidden>
          <output>{changeText}</output>
        </VisuallyHidden>
        <LiveRegion>
          {Object.keys(errors).length > 0 && (
            <p className="text-warn">
              Some terms cannot be used; the reasons are beside their fields. A result is of the terms before.
            </p>
          )}
        </LiveRegion>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant="primary" loading={isPending}>
            Calculate
          </Button>
          {fields.length < switchingLimits.offers && (
            <Button ref={add} onClick={addOffer}>
              Add an offer
            </Button>
          )}
          <Button onClick={clear}>Clear Form</Button>
        </div>
      </form>
    </FormProvider>
  );
});
