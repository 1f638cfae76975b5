import { TakeHomePayBody } from 'contract/take-home-pay/take-home-pay.ts';
import { z } from 'zod';
import { readTerms, type TermsDefinition } from '#parts/calculator/terms.ts';
import type { TypedTerms } from '#parts/calculator/use-terms.ts';
import { payRequest } from './pay.queries.ts';
import type { PayField } from './pay-terms.ts';

/** The API's rules, applied to the form's texts. */
export const payInputs = (definition: TermsDefinition<PayField>) =>
  z.preprocess((typed: TypedTerms) => payRequest(readTerms(definition, typed)), TakeHomePayBody);
