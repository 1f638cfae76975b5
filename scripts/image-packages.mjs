// Copies the packages that the built server imports, with all that they need, into a folder, and writes the list of all
// packages in the image, for vulnerability scanners (CycloneDX): node scripts/image-packages.mjs FOLDER
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

const [output = ''] = process.argv.slice(2);

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));
const manifestOf = (folder) => readJson(join(folder, 'package.json'));

/** Relative to the root, where Node would look for the package. */
function findFolder(name, from) {
  const folder = join(from, 'node_modules', name);
  if (existsSync(folder)) return folder;
  return from === '.' ? undefined : findFolder(name, dirname(from));
}

/** A package of `optionalDependencies` is for another platform if it is missing. Peers are the importer's own business. */
function addWithDependencies(folder, folders) {
  if (folders.has(folder)) return;
  folders.add(folder);
  const { name, dependencies = {}, optionalDependencies = {} } = manifestOf(folder);
  for (const dependency of Object.keys({ ...dependencies, ...optionalDependencies })) {
    const found = findFolder(dependency, folder);
    if (found) addWithDependencies(found, folders);
    else if (!(dependency in optionalDependencies)) throw new Error(`${name} needs ${dependency}.`);
  }
}

/** Nested packages are copied by themselves. The others are for developers, or for other databases. */
const unused = /\.(map|d\.[cm]?ts)$|[\\/]query_compiler_(?!small_bg\.postgresql\.)/;
const isCopied = (path) => basename(path) !== 'node_modules' && !unused.test(path);

/** The notices of the client's licenses name its packages. */
function clientComponents() {
  const assets = 'client/dist/assets';
  if (!existsSync(assets)) return [];
  const notices = readdirSync(assets).find((name) => name.endsWith('licenses.txt'));
  const heads = readFileSync(join(assets, notices), 'utf8').matchAll(/^## (\S+) - (\S+)(?: \((.+)\))?$/gm);
  return Array.from(heads, ([, name, version, license]) => ({ name, version, license }));
}

const componentOf = ({ name, version, license }) => ({
  type: 'library',
  name,
  version,
  purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
  ...(license && { licenses: [{ expression: license }] }),
});

const { bundledFolders, importedNames } = readJson('server/dist/packages.json');
const folders = new Set();
for (const name of importedNames) {
  const folder = findFolder(name, 'server');
  // The driver of PostgreSQL also works without its native part.
  if (folder) addWithDependencies(folder, folders);
}
mkdirSync(output, { recursive: true });
for (const folder of folders) {
  cpSync(folder, resolve(output, folder), { recursive: true, filter: isCopied });
}
const components = new Map(
  [...[...folders, ...bundledFolders].map(manifestOf), ...clientComponents()]
    .map(componentOf)
    .map((component) => [component.purl, component]),
);
const { name, version } = manifestOf('.');
const bill = {
  bomFormat: 'CycloneDX',
  specVersion: '1.5',
  metadata: { component: { type: 'application', name, version } },
  components: [...components.values()].toSorted((a, b) => (a.purl < b.purl ? -1 : 1)),
};
writeFileSync(join(output, 'sbom.json'), JSON.stringify(bill));
