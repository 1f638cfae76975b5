import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

type Value = string | number | { [key: string]: Value };

/** A file in the MaxMind DB format with IPv6 addresses, in which IPv4 addresses are ::/96. */
export function networksFile(entries: Readonly<Record<string, Value>>): Buffer {
  const nodes: [Branch, Branch][] = [[undefined, undefined]];
  const data: Buffer[] = [];
  let dataBytes = 0;
  for (const [network, value] of Object.entries(entries)) {
    const bits = prefixOf(network);
    let node = 0;
    for (const bit of bits.slice(0, -1)) {
      const next = nodes[node]?.[bit];
      if (next?.node === undefined) {
        nodes[node]![bit] = { node: nodes.length };
        node = nodes.push([undefined, undefined]) - 1;
      } else node = next.node;
    }
    nodes[node]![bits.at(-1)!] = { offset: dataBytes };
    const encoded = encode(value);
    data.push(encoded);
    dataBytes += encoded.length;
  }
  const record = (branch: Branch) =>
    branch?.node ?? (branch ? nodes.length + separatorBytes + branch.offset! : nodes.length);
  const tree = Buffer.alloc(nodes.length * 8);
  for (const [index, [left, right]] of nodes.entries()) {
    tree.writeUInt32BE(record(left), index * 8);
    tree.writeUInt32BE(record(right), index * 8 + 4);
  }
  const metadata = encode({
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1_769_817_600,
    database_type: 'Test',
    ip_version: 6,
    node_count: nodes.length,
    record_size: 32,
  });
  return Buffer.concat([
    tree,
    Buffer.alloc(separatorBytes),
    ...data,
    Buffer.from('\xAB\xCD\xEFMaxMind.com', 'latin1'),
    metadata,
  ]);
}

type Bit = 0 | 1;
/** Another node of the tree, or an entry at an offset of the data. */
type Branch = { node?: number; offset?: number } | undefined;

const separatorBytes = 16;

function prefixOf(network: string): Bit[] {
  const [address, bits] = ipaddr.parseCIDR(network);
  const bytes = isIPv6(address.toString())
    ? address.toByteArray()
    : [...Array(12).fill(0), ...address.toByteArray()];
  const all = bytes.flatMap((byte: number) =>
    Array.from({ length: 8 }, (_, bit) => ((byte >> (7 - bit)) & 1) as Bit),
  );
  return all.slice(0, all.length === 128 && address.kind() === 'ipv4' ? 96 + bits : bits);
}

const types = { string: 2, uint32: 6, map: 7 };

/** A control byte with the type and the size, then the value. Texts have up to 284 bytes. */
function encode(value: Value): Buffer {
  if (typeof value === 'string') {
    const text = Buffer.from(value);
    return Buffer.concat([control(types.string, text.length), text]);
  }
  if (typeof value === 'number') {
    const number = Buffer.alloc(4);
    number.writeUInt32BE(value);
    return Buffer.concat([control(types.uint32, 4), number]);
  }
  const fields = Object.entries(value);
  return Buffer.concat([
    control(types.map, fields.length),
    ...fields.flatMap(([key, field]) => [encode(key), encode(field)]),
  ]);
}

const control = (type: number, size: number): Buffer =>
  size < 29 ? Buffer.from([(type << 5) | size]) : Buffer.from([(type << 5) | 29, size - 29]);
