import { rename, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { useFolder } from '#test/folder.ts';
import { networksFile } from '#test/networks-file.ts';
import { openNetworkNames } from './network-names.ts';

const folder = useFolder();

async function fileOf(name: string, content: string | Buffer): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

const autonomousSystems = networksFile({
  '203.0.113.0/24': { autonomous_system_number: 64_500, autonomous_system_organization: 'Example Networks' },
  '2001:db8::/32': { autonomous_system_number: 64_501, autonomous_system_organization: 'Example Six' },
});
const countries = networksFile({
  '203.0.113.0/24': { country: { iso_code: 'AU', names: { en: 'Australia' } } },
});

describe('names of networks', () => {
  it('come from one file of autonomous systems and one of countries', async () => {
    const names = await openNetworkNames([
      await fileOf('asn.mmdb', autonomousSystems),
      await fileOf('country.mmdb', countries),
    ]);
    expect(names.find('203.0.113.7')).toEqual({ asn: 64_500, name: 'Example Networks', country: 'AU' });
    expect(names.find('2001:db8::1')).toEqual({ asn: 64_501, name: 'Example Six', country: null });
    expect(names.find('198.51.100.1')).toBeNull();
    expect(names.find('unknown')).toBeNull();
    expect(names.faults()).toEqual([]);
  });

  it('come from a file with both, as IPinfo names the fields', async () => {
    const both = { asn: 'AS64500', as_name: 'Example Networks', country_code: 'AU', country: 'Australia' };
    const path = await fileOf('both.mmdb', networksFile({ '203.0.113.0/24': both }));
    const names = await openNetworkNames([path]);
    expect(names.find('203.0.113.255')).toEqual({ asn: 64_500, name: 'Example Networks', country: 'AU' });
  });

  it.each([
    ['a missing file', async () => join(folder, 'missing.mmdb')],
    ['a text', () => fileOf('text.mmdb', 'no database')],
    ['an empty file', () => fileOf('empty.mmdb', '')],
    ['a truncated file', () => fileOf('half.mmdb', autonomousSystems.subarray(0, 200))],
  ])('are null with %s, which is a fault', async (_, make) => {
    const path = await make();
    const names = await openNetworkNames([path]);
    expect(names.isAvailable()).toBe(false);
    expect(names.find('203.0.113.7')).toBeNull();
    expect(names.faults()).toEqual([
      expect.stringContaining(`${path} cannot be read as a MaxMind DB file: `),
    ]);
  });

  it('are null where a file is damaged inside', async () => {
    const damaged = Buffer.from(autonomousSystems);
    const start = damaged.indexOf('autonomous_system_number');
    damaged.fill(0xff, start - 2, start + 60);
    const names = await openNetworkNames([await fileOf('damaged.mmdb', damaged)]);
    expect(names.find('203.0.113.7')).toBeNull();
  });

  it('change with the file, and a broken new version leaves the last one', async () => {
    const path = await fileOf('changing.mmdb', autonomousSystems);
    const names = await openNetworkNames([path]);
    const replaceWith = async (content: string | Buffer, second: number) => {
      await rename(await fileOf('next.mmdb', content), path);
      await utimes(path, second, second);
      await names.reload();
    };
    await replaceWith(networksFile({ '203.0.113.0/24': { autonomous_system_number: 64_502 } }), 1);
    expect(names.find('203.0.113.7')).toEqual({ asn: 64_502, name: null, country: null });
    await replaceWith('broken', 2);
    expect(names.find('203.0.113.7')).toEqual({ asn: 64_502, name: null, country: null });
    expect(names.faults()).toHaveLength(1);
    await replaceWith(autonomousSystems, 3);
    expect(names.find('203.0.113.7')?.asn).toBe(64_500);
    expect(names.faults()).toEqual([]);
  });
});
