import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { compile } from 'tailwindcss';
import type plugin from 'tailwindcss/plugin';
import { type ESTree, parseSync, Visitor } from 'vite';
import { expect, test } from 'vitest';

type Plugin = ReturnType<typeof plugin>;

const source = resolve(import.meta.dirname, '..');
const read = (file: string) => readFileSync(file, 'utf8');

const loadStylesheet = (id: string, base: string) => {
  const isPackage = !id.startsWith('.');
  const path = isPackage ? createRequire(import.meta.url).resolve(`${id}.css`) : resolve(base, id);
  return Promise.resolve({ path, base: dirname(path), content: read(path) });
};

const loadModule = async (id: string, base: string) => {
  const path = resolve(base, id);
  const { default: module } = (await import(path)) as { default: Plugin };
  return { path, base, module };
};

const files = readdirSync(source, { recursive: true, encoding: 'utf8' });
const sheets = files.filter((file) => file.endsWith('.css')).map((file) => read(join(source, file)));
const components = files.filter((file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'));

async function stylesheet(names: Iterable<string>): Promise<string> {
  const base = join(source, 'styles');
  const tailwind = await compile(read(join(base, 'app.css')), { base, loadStylesheet, loadModule });
  return tailwind.build([...names]);
}

/** A class selector, with its name and what follows it. */
const classSelector = /^\.((?:\\.|[\w-]|[^\p{ASCII}])+)(.*)$/u;

function namesIn(css: string): Set<string> {
  const selectors = css.matchAll(/\.((?:\\.|[\w-]|[^\p{ASCII}])+)/gu);
  return new Set(Array.from(selectors, ([, name = '']) => name.replaceAll('\\', '')));
}

type Node = ESTree.Expression | ESTree.JSXExpression | ESTree.Argument | ESTree.ArrayExpressionElement;

/** The names of class strings, and every two of them that apply to the same element. */
interface Classes {
  names: string[];
  pairs: (readonly [string, string])[];
}

const none: Classes = { names: [], pairs: [] };

const either = (all: Classes[]): Classes => ({
  names: all.flatMap(({ names }) => names),
  pairs: all.flatMap(({ pairs }) => pairs),
});

const together = (all: Classes[]): Classes =>
  all.reduce(
    (first, second) => ({
      names: [...first.names, ...second.names],
      pairs: [
        ...first.pairs,
        ...second.pairs,
        ...first.names.flatMap((name) => second.names.map((other) => [name, other] as const)),
      ],
    }),
    none,
  );

const classesOf = (text: string): Classes =>
  together(
    text
      .split(/\s+/u)
      .filter(Boolean)
      .map((name) => ({ names: [name], pairs: [] })),
  );

/** The classes that an expression may come to, without the conditions. */
function classesIn(node: Node | null | undefined, constants: Map<string, Classes>): Classes {
  const inside = (nodes: readonly (Node | null)[]) => nodes.map((inner) => classesIn(inner, constants));
  switch (node?.type) {
    case 'Literal':
      return typeof node.value === 'string' ? classesOf(node.value) : none;
    case 'TemplateLiteral':
      return together([...node.quasis.map(({ value }) => classesOf(value.raw)), ...inside(node.expressions)]);
    case 'ConditionalExpression':
      return either(inside([node.consequent, node.alternate]));
    case 'LogicalExpression':
      return either(inside([node.left, node.right]));
    case 'CallExpression':
      return together(inside(node.arguments));
    case 'ArrayExpression':
      return either(inside(node.elements));
    case 'ObjectExpression':
      return either(
        inside(node.properties.flatMap((property) => (property.type === 'Property' ? property.value : []))),
      );
    case 'Identifier':
      return constants.get(node.name) ?? none;
    case 'MemberExpression':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
      return classesIn('object' in node ? node.object : node.expression, constants);
    default:
      return none;
  }
}

/** In `className`, in props that end so, in `cx(…)` and in constants named `…Class` or `…Classes`. */
function classesInFile(file: string): Classes {
  const { program } = parseSync(file, read(join(source, file)));
  const constants = new Map<string, Classes>();
  new Visitor({
    VariableDeclarator: ({ id, init }) => {
      if (id.type === 'Identifier' && /class(es)?$/iu.test(id.name))
        constants.set(id.name, classesIn(init, constants));
    },
  }).visit(program);
  const found = [...constants.values()];
  new Visitor({
    JSXAttribute: ({ name, value }) => {
      if (name.type !== 'JSXIdentifier' || !/className$/iu.test(name.name)) return;
      found.push(classesIn(value?.type === 'JSXExpressionContainer' ? value.expression : value, constants));
    },
    CallExpression: (call) => {
      if (call.callee.type === 'Identifier' && call.callee.name === 'cx')
        found.push(classesIn(call, constants));
    },
    AssignmentPattern: ({ left, right }) => {
      if (left.type === 'Identifier' && /class(es|name)?$/iu.test(left.name))
        found.push(classesIn(right, constants));
    },
  }).visit(program);
  return either(found);
}

const logicalSides: Record<string, string[]> = {
  '': ['inline-start', 'inline-end', 'block-start', 'block-end'],
  inline: ['inline-start', 'inline-end'],
  block: ['block-start', 'block-end'],
  left: ['inline-start'],
  right: ['inline-end'],
  top: ['block-start'],
  bottom: ['block-end'],
};

/** The properties that a shorthand sets, with the sides of a text from left to right. */
function longhands(property: string): string[] {
  const [, start = '', side = '', end = ''] =
    /^(padding|margin|inset|border)((?:-(?:inline|block|start|end|left|right|top|bottom))*)(-color|-style|-width)?$/u.exec(
      property,
    ) ?? [];
  if (start === 'border' && !end) return [property];
  if (start) return (logicalSides[side.slice(1)] ?? [side.slice(1)]).map((name) => `${start}-${name}${end}`);
  if (['left', 'right', 'top', 'bottom'].includes(property)) return longhands(`inset-${property}`);
  if (property === 'gap') return ['row-gap', 'column-gap'];
  if (property === 'overflow') return ['overflow-x', 'overflow-y'];
  if (property === 'flex') return ['flex-grow', 'flex-shrink', 'flex-basis'];
  return [property];
}

/**
 * What each utility sets, by the condition and the property. A value that is a variable of Tailwind is left out: another
 * utility is meant to set it, as `border-dashed` does for `border`.
 */
function utilitiesIn(css: string): Map<string, Map<string, string>> {
  const utilities = new Map<string, Map<string, string>>();
  const blocks: string[] = [];
  for (const line of css.split('\n').map((text) => text.trim())) {
    const [, property = '', value = ''] = /^([\w-]+): (.*);$/u.exec(line) ?? [];
    const [, escaped = '', state = ''] =
      classSelector.exec(blocks.find((block) => block.startsWith('.')) ?? '') ?? [];
    if (line.endsWith('{')) blocks.push(line.slice(0, -1).trim());
    else if (line === '}') blocks.pop();
    else if (blocks[0] === '@layer utilities' && escaped && !value.startsWith('var(--tw-')) {
      const name = escaped.replaceAll('\\', '');
      const condition = [...blocks.slice(1).filter((block) => !block.startsWith('.')), state].join(' ');
      const settings = utilities.get(name) ?? new Map<string, string>();
      utilities.set(name, settings);
      for (const longhand of longhands(property)) settings.set(`${condition} ${longhand}`, value);
    }
  }
  return utilities;
}

/** Which has no style of its own: descendants look at its state. */
const isGroup = (name: string) => name === 'group';

const classesByFile = components.map((file) => ({ file, ...classesInFile(file) }));
const css = await stylesheet(classesByFile.flatMap(({ names }) => names));

test('every class of a component has a style', () => {
  const known = namesIn([css, ...sheets].join('\n'));
  const unknown = classesByFile.flatMap(({ file, names }) =>
    names.filter((name) => !known.has(name) && !isGroup(name)).map((name) => ({ file, name })),
  );
  expect(unknown).toEqual([]);
});

test('no two utilities of an element set the same property', () => {
  const utilities = utilitiesIn(css);
  const clashes = classesByFile.flatMap(({ file, pairs }) =>
    pairs.flatMap(([name, other]) => {
      const settings = utilities.get(other);
      const shared = [...(utilities.get(name) ?? [])].filter(
        ([property, value]) => settings?.has(property) && settings.get(property) !== value,
      );
      return shared.map(([property]) => `${file}: ${name} and ${other} set ${property.trim()}`);
    }),
  );
  expect(utilities.size).toBeGreaterThan(500);
  expect(clashes).toEqual([]);
});
