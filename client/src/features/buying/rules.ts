import type { BuyingRules } from 'contract/buying/buying-rules.ts';
// oxlint-disable-next-line no-restricted-imports -- content is outside of the workspaces.
import file from '../../../../content/buying-rules.json';

/** The law of buying a home, which the server validates when it starts. */
export const rules = file as unknown as BuyingRules;
