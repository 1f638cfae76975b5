/** Draws the folders of the server and the client above those that they may import, from the rules of the linter. */

interface Pattern {
  regex?: string;
  group?: readonly string[];
}

/** Files, and what they must not import. */
export type Boundary = readonly [files: string, ...refused: Pattern[]];

interface Folder {
  name: string;
  /** The rows of the rules that apply to its files. */
  files: readonly string[];
  /** How the other folders import it. */
  specifier: string;
}

const inWorkspace = (workspace: string, name: string, ...more: string[]): Folder => ({
  name,
  files: [`${workspace}/src/${name}/**`, ...more.map((files) => `${workspace}/src/${files}`)],
  specifier: `#${name}/a.ts`,
});

const workspaces = {
  server: [
    { name: 'app.ts', files: ['server/src/**'], specifier: '#app.ts' },
    inWorkspace('server', 'modules', 'modules/**/*.routes.ts'),
    ...['plugins', 'domain', 'auth', 'audit', 'settings', 'platform'].map((name) =>
      inWorkspace('server', name),
    ),
  ],
  client: [
    { name: 'app', files: ['client/src/**'], specifier: '#app/a.ts' },
    ...['features', 'parts', 'session', 'ui', 'api'].map((name) => inWorkspace('client', name)),
  ],
};

/** `!#auth/**` in a group is an exception to the globs before it. */
function isRefused({ regex, group = [] }: Pattern, specifier: string): boolean {
  if (regex !== undefined) return new RegExp(regex).test(specifier);
  const isException = (glob: string) => specifier.startsWith(glob.slice(1).replace(/\*+$/, ''));
  return !group.some((glob) => glob.startsWith('!') && isException(glob));
}

function importsOf(folders: readonly Folder[], boundaries: readonly Boundary[]): Map<Folder, Folder[]> {
  const mayImport = ({ files }: Folder, { specifier }: Folder) =>
    boundaries.some(
      ([name, ...patterns]) =>
        files.includes(name) && patterns.every((pattern) => !isRefused(pattern, specifier)),
    );
  return new Map(
    folders.map((folder) => [
      folder,
      folders.filter((other) => other !== folder && mayImport(folder, other)),
    ]),
  );
}

const [boxWidth, boxHeight, gap, columnWidth] = [120, 34, 34, 300];

/** The boxes of a workspace from the highest layer down, with a line to each folder that no other line leads to. */
function columnOf(title: string, folders: readonly Folder[], boundaries: readonly Boundary[], left: number) {
  const imports = importsOf(folders, boundaries);
  const levels = new Map<Folder, number>();
  const levelOf = (folder: Folder): number => {
    const known = levels.get(folder);
    if (known !== undefined) return known;
    const level = Math.max(0, ...imports.get(folder)!.map((other) => levelOf(other) + 1));
    levels.set(folder, level);
    return level;
  };
  const highest = Math.max(...folders.map(levelOf));
  const places = new Map(
    folders.map((folder) => {
      const row = folders.filter((other) => levelOf(other) === levelOf(folder));
      const x = left + (columnWidth * (row.indexOf(folder) + 0.5)) / row.length;
      return [folder, { x, y: 70 + (highest - levelOf(folder)) * (boxHeight + gap) }] as const;
    }),
  );
  const lines = folders.flatMap((folder) => {
    const direct = imports.get(folder)!;
    return direct
      .filter((other) => !direct.some((between) => imports.get(between)!.includes(other)))
      .map((other) => line(places.get(folder)!, places.get(other)!));
  });
  const boxes = folders.map(({ name }, index) => box(name, places.get(folders[index]!)!));
  const lowest = folders.filter((folder) => levelOf(folder) === 0).map((folder) => places.get(folder)!);
  return { lowest, shapes: [text(title, left + columnWidth / 2, 40), ...lines, ...boxes] };
}

interface Place {
  x: number;
  y: number;
}

const text = (content: string, x: number, y: number) => `<text x="${x}" y="${y}">${content}</text>`;
const box = (name: string, { x, y }: Place) =>
  `<rect x="${x - boxWidth / 2}" y="${y}" width="${boxWidth}" height="${boxHeight}"/>${text(name, x, y + 22)}`;
const line = (from: Place, to: Place) =>
  `<path d="M${from.x} ${from.y + boxHeight}L${to.x} ${to.y}" marker-end="url(#arrow)"/>`;

export function architecturePicture(boundaries: readonly Boundary[]): string {
  const server = columnOf('server/src', workspaces.server, boundaries, 0);
  const client = columnOf('client/src', workspaces.client, boundaries, columnWidth);
  const lowest = [...server.lowest, ...client.lowest];
  const y = Math.max(...lowest.map((place) => place.y)) + 2 * (boxHeight + gap);
  const [engine, contract] = [
    { x: columnWidth, y: y - boxHeight - gap },
    { x: columnWidth, y },
  ];
  const width = 2 * columnWidth;
  const shapes = [
    ...server.shapes,
    ...client.shapes,
    ...lowest.map((place) => line(place, engine)),
    line(engine, contract),
    box('engine', engine),
    box('contract', contract),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${y + boxHeight + 20}" font-family="monospace" font-size="14" text-anchor="middle">
<title>Each folder may import those that its arrows lead to, and what these may import</title>
<defs><marker id="arrow" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0L8 4L0 8z"/></marker></defs>
<rect width="100%" height="100%" fill="#fff"/>
<g fill="#fff" stroke="#1b3325">
${shapes.map((shape) => shape.replaceAll('<text ', '<text fill="#0a140d" stroke="none" ')).join('\n')}
</g>
</svg>
`;
}
