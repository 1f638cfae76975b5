import { canParseUrl } from 'contract/can-parse-url.ts';

/** Account events begin with the username; failed sign-ins have three words before it. */
const usernamePattern =
  /^(?:Sign-in as )?([\w.-]{3,30}) (?:failed|signed|was|asked|began|changed|confirmed|deleted|exported|registered|unlocked|verified|used|ended)\b/;
const ipAddressPattern = /(?:\d{1,3}\.){3}\d{1,3}|(?:[\da-f]{0,4}:){2,7}[\da-f]{1,4}/gi;

/** The username and the IP ipAddresses in a log message. */
export function leadsOf(message: string): { username: string | undefined; ipAddresses: string[] } {
  const ipAddresses = (message.match(ipAddressPattern) ?? []).filter(isIpAddress);
  return { username: usernamePattern.exec(message)?.[1], ipAddresses: [...new Set(ipAddresses)] };
}

/** Excludes text such as the line and column of a stack trace. */
const isIpAddress = (text: string) => canParseUrl(`http://${text.includes(':') ? `[${text}]` : text}`);
