const certificateCodes =
  /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+|CERT_\w+|ERR_TLS_CERT_\w+)$/;

/** What a network error says of the server that `variable` names, with advice; undefined for other errors. */
export function whyUnreachable(error: unknown, variable: string): string | undefined {
  const codes = codesOf(error);
  const has = (...wanted: string[]) => wanted.some((code) => codes.includes(code));
  const certificate = codes.find((code) => certificateCodes.test(code));
  if (certificate) {
    return (
      `shows a certificate that nobody vouches for (${certificate}). Renew it, correct the host in ${variable}, ` +
      'or name the file of its authority in NODE_EXTRA_CA_CERTS.'
    );
  }
  if (has('ECONNREFUSED')) {
    return `refuses the connection. Start what listens there, or correct host and port in ${variable}.`;
  }
  if (has('ENOTFOUND', 'EAI_AGAIN', 'EDNS')) {
    return `is a host that the name service does not know. Correct it in ${variable}.`;
  }
  if (has('ERR_SSL_WRONG_VERSION_NUMBER', 'EPROTO', 'ERR_SSL_PACKET_LENGTH_TOO_LONG')) {
    return `speaks no TLS on this port. Correct protocol or port in ${variable}.`;
  }
  // Before the next: the store's client calls a reset a timeout, too.
  if (has('ECONNRESET', 'EPIPE', 'ECONNECTION', 'UND_ERR_SOCKET')) {
    return `ends the connection. Check that ${variable} names its port and protocol, and see its log.`;
  }
  if (has('ETIMEDOUT', 'TimeoutError', 'AbortError', 'UND_ERR_CONNECT_TIMEOUT')) {
    return `gives no answer. Check host and port in ${variable}, and the firewalls between.`;
  }
  if (has('EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL')) {
    return `cannot be reached by the network of this machine. Check the host in ${variable}, and the routes.`;
  }
  return undefined;
}

/** Codes and names of an error and of what is behind it. */
function codesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const { code, originalCode } = error as NodeJS.ErrnoException & { originalCode?: string };
  const parts = error instanceof AggregateError ? error.errors : [];
  return [
    ...[code, originalCode, error.name].filter((text) => typeof text === 'string'),
    ...parts.flatMap(codesOf),
    ...codesOf(error.cause),
  ];
}
