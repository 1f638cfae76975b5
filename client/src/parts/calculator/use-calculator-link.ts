import { useCallback, useEffectEvent, useLayoutEffect, useState } from 'react';
import type { DefaultValues, FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import type { CalculatorDefinition } from './calculator-definition.ts';
import type { CalculationRequest, CalculatorOutput } from './use-calculation.ts';
import { partsOf, urlDelayMs, useTermsUrl } from './use-terms-url.ts';

interface CalculatedInputs<Inputs extends FieldValues, Terms, Result> {
  form: UseFormReturn<Inputs>;
  inputs: Inputs;
  output: CalculatorOutput<Terms, Result> | undefined;
  /** The last request that was calculated, or that failed without being refused. */
  completed: CalculationRequest<Terms, Result> | undefined;
}

const noParts: readonly string[] = [];

/**
 * The URL of a calculator, which follows the calculations.
 * @param open called with the inputs of a URL that the user opens; without inputs for one without terms. The field is one that the URL
 *   leaves to the user.
 */
export function useCalculatorLink<Inputs extends FieldValues, Terms, Result>(
  { read, termsOf, urlOf, keyOf }: CalculatorDefinition<Inputs, Terms, Result>,
  { form, inputs, output, completed }: CalculatedInputs<Inputs, Terms, Result>,
  open: (
    inputs: (Inputs & DefaultValues<Inputs>) | undefined,
    openField: FieldPath<Inputs> | undefined,
  ) => void,
) {
  const [openedLink, setOpenedLink] = useState<{ url: string; unrecognized: readonly string[] }>();
  const writeUrl = useTermsUrl((openedUrl) => {
    if (keyOf) return;
    const link = read(openedUrl);
    // A URL without terms links to an element, such as the main content.
    if (!link && (openedUrl.hash || openedUrl.search)) return;
    const url = link ? urlOf(termsOf(link.inputs)) : '';
    const isOfUrl = (terms: Terms) => urlOf(terms) === url;
    if (link && output && isOfUrl(output.terms) && isOfUrl(termsOf(form.getValues()))) return;
    setOpenedLink({ url, unrecognized: link?.unrecognized ?? noParts });
    open(link?.inputs, link?.openField);
  });
  const onCompleted = useEffectEvent(({ link, historyUpdate }: CalculationRequest<Terms, Result>) => {
    // Also after a failure, so that a reload does not lose the terms.
    writeUrl(partsOf(link), historyUpdate, typeof historyUpdate === 'string' ? 0 : urlDelayMs);
  });
  // With the result on the screen: an effect after it would replace the URL of a form that was cleared in between.
  useLayoutEffect(() => {
    if (completed) onCompleted(completed);
  }, [completed]);
  const forgetLink = useCallback(() => setOpenedLink(undefined), []);
  return {
    writeUrl,
    /** The parts of the link that were not understood, until its terms change. */
    unrecognized: openedLink?.url === urlOf(termsOf(inputs)) ? openedLink.unrecognized : noParts,
    forgetLink,
  };
}
