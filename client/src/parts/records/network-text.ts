import type { NetworkName } from 'contract/network-name.ts';

/** Another server may name no networks. */
export type Network = NetworkName | null | undefined;

const regions = new Intl.DisplayNames('en-AU', { type: 'region' });

/** The country in words, or undefined. */
export const countryOf = (network: Network): string | undefined =>
  network?.country ? regions.of(network.country) : undefined;

/** `Example Networks (AS64500), Australia`. Undefined without a name. */
export function networkText(network: Network): string | undefined {
  if (!network) return undefined;
  const { asn, name } = network;
  const number = asn === null ? undefined : `AS${asn}`;
  const system = name && number ? `${name} (${number})` : (name ?? number);
  return [system, countryOf(network)].filter(Boolean).join(', ') || undefined;
}
