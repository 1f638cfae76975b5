import { canParseUrl } from 'contract/can-parse-url.ts';

const ipv4 = /^(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?:25[0-5]|2[0-4]\d|1?\d?\d)){3}$/;

/** Or a network. */
export function isIpAddress(text: string): boolean {
  const [, address = '', bits = '0'] = /^([\d.]+|[\da-f:.]*:[\da-f:.]*)(?:\/(\d{1,3}))?$/i.exec(text) ?? [];
  if (!address.includes(':')) return ipv4.test(address) && Number(bits) <= 32;
  return canParseUrl(`http://[${address}]`) && Number(bits) <= 128;
}
