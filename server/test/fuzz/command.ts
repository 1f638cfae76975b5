/** A request as a line for a terminal: as a curl where one would send just that, else as bytes. */
export function commandOf(bytes: Buffer, url: string): string {
  const { hostname, port } = new URL(url);
  const headEnd = bytes.indexOf('\r\n\r\n');
  const [first = '', ...lines] = bytes.toString('utf8', 0, headEnd).split('\r\n');
  const body = bytes.subarray(headEnd + 4);
  const [, method, path] = /^(\S+) (\S+) HTTP\/1\.1$/.exec(first) ?? [];
  const isPlain = [first, ...lines].every((line) => /^[\x20-\x7e]{1,2000}$/.test(line));
  const framing = lines.filter((line) => /^(content-length|transfer-encoding):/i.test(line));
  const isHonest = framing.every((line) => line === `content-length: ${body.length}`);
  if (path === undefined || !isPlain || !isHonest) {
    return `echo ${bytes.toString('base64')} | base64 -d | nc ${hostname} ${port}`;
  }
  const headers = lines.filter((line) => !/^(host|connection|content-length):/i.test(line));
  const parts = [
    `curl -i --path-as-is -X ${method}`,
    ...headers.map((line) => `-H ${quoted(line)}`),
    ...(body.length > 0 ? ['--data-binary @-'] : []),
    quoted(`${url}${path}`),
  ];
  return (body.length > 0 ? `echo ${body.toString('base64')} | base64 -d | ` : '') + parts.join(' ');
}

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
