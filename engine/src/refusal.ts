import type { FieldErrors } from 'contract/errors.ts';

/** Refuses terms that their schema accepts, because only the calculation shows that they cannot be used. */
export class Refusal extends Error {
  readonly details: FieldErrors;

  constructor(details: FieldErrors) {
    super(Object.keys(details).join(', '));
    this.name = 'Refusal';
    this.details = details;
  }
}
