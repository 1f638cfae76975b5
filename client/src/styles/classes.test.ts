import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { compile } from 'tailwindcss';
import { type ESTree, parseSync, Visitor } from 'vite';
import { expect, test } from 'vitest';

const source = resolve(import.meta.dirname, '..');
const read = (file: string) => readFileSync(file, 'utf8');

const loadStylesheet = (id: string, base: string) => {
  const isPackage = !id.startsWith('.');
  const path = isPackage ? createRequire(import.meta.url).resolve(`${id}.css`) : resolve(base, id);
  return Promise.resolve({ path, base: dirname(path), content: read(path) });
};

const files = readdirSync(source, { recursive: true, encoding: 'utf8' });
const sheets = files.filter((file) => file.endsWith('.css')).map((file) => read(join(source, file)));
const components = files.filter((file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'));

/** The classes that have a style once Tailwind has made utilities of the names. */
async function styled(names: Iterable<string>): Promise<Set<string>> {
  const base = join(source, 'styles');
  const tailwind = await compile(read(join(base, 'app.css')), { base, loadStylesheet });
  const css = [tailwind.build([...names]), ...sheets].join('\n');
  const selectors = css.matchAll(/\.((?:\\.|[\w-]|[^\p{ASCII}])+)/gu);
  return new Set(Array.from(selectors, ([, name = '']) => name.replaceAll('\\', '')));
}

type Node = ESTree.Expression | ESTree.JSXExpression | ESTree.Argument | ESTree.ArrayExpressionElement;

/** The strings that an expression of classes may come to, without the conditions. */
function stringsIn(node: Node | null | undefined): string[] {
  switch (node?.type) {
    case 'Literal':
      return typeof node.value === 'string' ? [node.value] : [];
    case 'TemplateLiteral':
      return node.quasis.map(({ value }) => value.raw);
    case 'ConditionalExpression':
      return [...stringsIn(node.consequent), ...stringsIn(node.alternate)];
    case 'LogicalExpression':
      return [...stringsIn(node.left), ...stringsIn(node.right)];
    case 'CallExpression':
      return node.arguments.flatMap((argument) => stringsIn(argument));
    case 'ArrayExpression':
      return node.elements.flatMap((element) => stringsIn(element));
    case 'ObjectExpression':
      return node.properties.flatMap((property) =>
        property.type === 'Property' ? stringsIn(property.value) : [],
      );
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
      return stringsIn(node.expression);
    default:
      return [];
  }
}

/** In `className`, in props that end so, in `cx(…)` and in constants named `…Class` or `…Classes`. */
function classesIn(file: string, code: string): string[] {
  const strings: string[] = [];
  new Visitor({
    JSXAttribute: ({ name, value }) => {
      if (name.type !== 'JSXIdentifier' || !/className$/iu.test(name.name)) return;
      strings.push(...stringsIn(value?.type === 'JSXExpressionContainer' ? value.expression : value));
    },
    CallExpression: (call) => {
      if (call.callee.type === 'Identifier' && call.callee.name === 'cx') strings.push(...stringsIn(call));
    },
    AssignmentPattern: ({ left, right }) => {
      if (left.type === 'Identifier' && /class(es|name)?$/iu.test(left.name))
        strings.push(...stringsIn(right));
    },
    VariableDeclarator: ({ id, init }) => {
      if (id.type === 'Identifier' && /class(es)?$/iu.test(id.name)) strings.push(...stringsIn(init));
    },
  }).visit(parseSync(file, code).program);
  return strings.flatMap((text) => text.split(/\s+/u)).filter(Boolean);
}

/** Which has no style of its own: descendants look at its state. */
const isGroup = (name: string) => name === 'group';

test('every class of a component has a style', async () => {
  const uses = components.flatMap((file) =>
    classesIn(file, read(join(source, file))).map((name) => ({ file, name })),
  );
  const known = await styled(uses.map(({ name }) => name));
  expect(uses.filter(({ name }) => !known.has(name) && !isGroup(name))).toEqual([]);
});
