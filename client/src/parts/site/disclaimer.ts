import { site } from 'contract/texts.ts';

export const disclaimer = `Information only. ${site.name} is not a financial advisor, and nothing here is an offer of credit.`;
