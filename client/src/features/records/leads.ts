/** Account events name their user first; so do failed sign-ins, after three words. */
const named =
  /^(?:Sign-in as )?([\w.-]{3,30}) (?:failed|signed|was|asked|changed|confirmed|deleted|exported|registered|unlocked|verified|used|ended)\b/;
const addressForm = /(?:\d{1,3}\.){3}\d{1,3}|(?:[\da-f]{0,4}:){2,7}[\da-f]{1,4}/gi;

/** Whom a log record names, and which addresses. */
export function leadsOf(message: string): { username: string | undefined; addresses: string[] } {
  return { username: named.exec(message)?.[1], addresses: [...new Set(message.match(addressForm) ?? [])] };
}
