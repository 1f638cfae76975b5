import { TakeHomePayBody } from 'contract/take-home-pay/take-home-pay.ts';
import { z } from 'zod';
import { readTerms, type TermsDefinition } from '#parts/calculator/terms.ts';
import type { TypedTerms } from '#parts/calculator/use-terms.ts';
import { payRequest } from './pay.queries.ts';
import type { PayField } from './pay-terms.ts';

/** Validates the form's texts with the schema of the API. */
export const payInputs = (definition: TermsDefinition<PayField>) =>
  z.preprocess((typed: TypedTerms) => payRequest(readTerms(definition, typed)), TakeHomePayBody);
