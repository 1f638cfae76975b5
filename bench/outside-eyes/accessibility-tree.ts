import type { Page } from '@playwright/test';

/** What is pressed or filled in: says nothing without a name. */
const controls = new Set([
  'button',
  'checkbox',
  'combobox',
  'link',
  'listbox',
  'menuitem',
  'option',
  'radio',
  'searchbox',
  'slider',
  'spinbutton',
  'switch',
  'tab',
  'textbox',
]);
/** What is heard of without its content. */
const named = new Set([
  ...controls,
  'dialog',
  'heading',
  'image',
  'img',
  'region',
  'table',
  'tablist',
  'timer',
]);
const landmarks = new Set([
  'banner',
  'complementary',
  'contentinfo',
  'main',
  'navigation',
  'region',
  'search',
]);

interface Node {
  nodeId: string;
  ignored: boolean;
  role?: { value?: string };
  name?: { value?: string };
  properties?: { name: string; value: { value?: unknown } }[];
  childIds?: string[];
}

interface Heard {
  role: string;
  name: string;
  level: number;
}

/** As Chromium tells it to a screen reader: names and roles, the order of headings, landmarks. */
export async function inAccessibilityTree(page: Page): Promise<string[]> {
  const heard = await treeOf(page);
  return [...withoutName(heard), ...headingsOutOfOrder(heard), ...unclearLandmarks(heard)];
}

/** In the order in which it is read. */
async function treeOf(page: Page): Promise<Heard[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes }: { nodes: Node[] } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const read = (node: Node | undefined): Heard[] => {
    if (!node) return [];
    const level = node.properties?.find(({ name }) => name === 'level')?.value.value;
    const own = {
      role: node.role?.value ?? '',
      name: node.name?.value?.trim() ?? '',
      level: Number(level ?? 0),
    };
    return [...(node.ignored ? [] : [own]), ...(node.childIds ?? []).flatMap((id) => read(byId.get(id)))];
  };
  return read(nodes[0]);
}

function withoutName(heard: Heard[]): string[] {
  return heard
    .filter(({ role, name }) => named.has(role) && name === '')
    .map(({ role }) => `a ${role} without a name`);
}

function headingsOutOfOrder(heard: Heard[]): string[] {
  const headings = heard.filter(({ role }) => role === 'heading');
  const first = headings.filter(({ level }) => level === 1);
  return [
    ...(first.length === 1 ? [] : [`${first.length} headings of level 1`]),
    ...headings
      .filter(({ level }, index) => level > (headings[index - 1]?.level ?? 0) + 1)
      .map(({ name, level }) => `heading “${name}” of level ${level} skips one`),
  ];
}

function unclearLandmarks(heard: Heard[]): string[] {
  const found = heard.filter(({ role }) => landmarks.has(role));
  const count = (role: string) => found.filter((one) => one.role === role).length;
  const names = found.map(({ role, name }) => `${role} “${name}”`);
  return [
    ...(count('main') === 1 ? [] : [`${count('main')} main landmarks`]),
    ...['banner', 'contentinfo'].filter((role) => count(role) > 1).map((role) => `more than one ${role}`),
    ...names
      .filter((name, index) => names.indexOf(name) !== index)
      .map((name) => `more than one landmark is ${name}`),
  ];
}
