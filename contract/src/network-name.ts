import { z } from 'zod';

/** Whose network an IP address belongs to. Cities would be guesses. */
export const NetworkName = z
  .object({
    asn: z.int().nullable().describe('The number of the autonomous system.'),
    name: z.string().nullable().describe('The name of the autonomous system.'),
    country: z.string().nullable().describe('A code of ISO 3166-1, such as `AU`.'),
  })
  .meta({ id: 'NetworkName' });
export type NetworkName = z.infer<typeof NetworkName>;

/** The field of a record with an IP address. */
export const network = NetworkName.nullable().describe(
  'Null if the installation has no file of networks, or if the file has no such IP address.',
);

export const exampleNetwork: NetworkName = { asn: 64_500, name: 'Example Networks', country: 'AU' };
