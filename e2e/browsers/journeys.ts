import { director, password } from '../people.ts';
import { type Driver, eventually } from './driver.ts';

interface Scene {
  baseUrl: string;
  /** A new user. */
  username: string;
}

const quoted = (text: string) => JSON.stringify(text);

/** The visible element with this selector and accessible text, as an expression. */
const found = (selector: string, text: string) =>
  `[...document.querySelectorAll(${quoted(selector)})].find((one) => one.getClientRects().length > 0 &&
    ((one.getAttribute('aria-label') ?? '') + ' ' + one.textContent).toLowerCase().includes(${quoted(text.toLowerCase())}))`;

const button = (text: string) => found('button, a', text);

async function expectTrue(driver: Driver, expression: string): Promise<void> {
  await eventually(async () => {
    if (!(await driver.evaluate<boolean>(`Boolean(${expression})`)))
      throw new Error(`Not true: ${expression}`);
  });
}

const expectText = (driver: Driver, text: string) =>
  expectTrue(driver, `document.body.innerText.toLowerCase().includes(${quoted(text.toLowerCase())})`);

/** Clicks into the middle of the element, as soon as it no longer moves and nothing is above it. */
async function click(driver: Driver, element: string): Promise<void> {
  const [x, y] = await eventually(async () => {
    const point = await driver.evaluate<[number, number] | null>(`(async () => {
      const element = ${element};
      element.scrollIntoView({ block: 'center' });
      const middle = () => {
        const box = element.getBoundingClientRect();
        return [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)];
      };
      const before = middle();
      for (let frame = 0; frame < 5; frame++) await new Promise(requestAnimationFrame);
      const isFree = element.contains(document.elementFromPoint(...before));
      return isFree && String(before) === String(middle()) ? before : null;
    })()`);
    if (!point) throw new Error(`Cannot be clicked: ${element}`);
    return point;
  });
  await driver.perform([
    {
      type: 'pointer',
      id: 'mouse',
      actions: [
        { type: 'pointerMove', x, y },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ],
    },
  ]);
}

const type = (driver: Driver, text: string) =>
  driver.perform([
    {
      type: 'key',
      id: 'keyboard',
      actions: Array.from(text).flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]),
    },
  ]);

async function signIn(driver: Driver, { baseUrl }: Scene, username: string): Promise<void> {
  await driver.open(`${baseUrl}/robots.txt`);
  await driver.evaluate(`(localStorage.clear(), true)`);
  await driver.open(`${baseUrl}/login`);
  await click(driver, `document.querySelector('input[autocomplete~="username"]')`);
  await type(driver, username);
  await click(driver, `document.querySelector('input[autocomplete="current-password"]')`);
  await type(driver, password);
  await click(driver, button('AUTHENTICATE'));
  await expectTrue(driver, `location.pathname !== '/login'`);
}

const loan = '/finance/loan-calculator?amount=500000&months=360&rate=6&compounding=monthly';

async function saveLoan(driver: Driver, { baseUrl }: Scene, name: string): Promise<void> {
  await driver.open(baseUrl + loan);
  await expectText(driver, '$2,997.75');
  await click(driver, found('main button', 'Save'));
  await click(driver, `document.querySelector('dialog[open] input[name="name"]')`);
  await driver.evaluate(`(document.activeElement.select(), true)`);
  await type(driver, `${name}\uE007`);
  await expectTrue(driver, `!document.querySelector('dialog[open]')`);
}

/** The main journeys: each ends with an error if the browser does not walk it. */
export const journeys: Record<string, (driver: Driver, scene: Scene) => Promise<void>> = {
  'a visitor reads the landing page and computes a loan to the cent': async (driver, { baseUrl }) => {
    await driver.open(baseUrl);
    await expectText(driver, 'DECRYPT FINANCE');
    await driver.open(baseUrl + loan);
    await expectText(driver, '$2,997.75');
  },

  'a user saves a loan, and deletes it after a question beside its menu': async (driver, scene) => {
    await signIn(driver, scene, scene.username);
    await saveLoan(driver, scene, 'Home');
    for (const width of [1280, 375]) {
      await driver.resize(width, 800);
      await driver.open(`${scene.baseUrl}/dashboard`);
      await expectText(driver, 'You have no trainings yet.');
      await expectTrue(driver, `!(${button('Delete Home')})`);
      await click(driver, button('More actions for Home'));
      await click(driver, button('Delete Home'));
      // Within the page, with a margin on both sides.
      await expectTrue(
        driver,
        `(() => { const { left, right } = document.querySelector('[role=alertdialog]').getBoundingClientRect();
          return left >= 8 && right <= document.documentElement.clientWidth - 8; })()`,
      );
      if (width === 375) await click(driver, found('[role=alertdialog] button', 'Delete calculation'));
      else await click(driver, found('[role=alertdialog] button', 'Cancel'));
      await expectTrue(driver, `!document.querySelector('[role=alertdialog]')`);
    }
    await expectText(driver, 'Your saved calculations will appear here.');
    await driver.resize(1280, 800);
  },

  'an empty date is empty, and unsaved input is not lost without a question': async (driver, scene) => {
    await signIn(driver, scene, scene.username);
    await click(driver, button('Your profile'));
    await expectTrue(driver, `'empty' in document.querySelector('input[type=date]').dataset`);
    await click(driver, `document.querySelector('input[name="phone_number"]')`);
    await type(driver, '12');
    await click(driver, found('footer a', 'INTEL'));
    await expectTrue(driver, found('dialog[open]', 'LEAVE WITHOUT SAVING?'));
    await click(driver, found('dialog[open] button', 'Leave'));
    await expectTrue(driver, `location.pathname === '/about'`);
  },

  'an agent reads the health check, today and the reports': async (driver, scene) => {
    await signIn(driver, scene, director);
    await driver.open(`${scene.baseUrl}/admin/dashboard`);
    await expectText(driver, 'The health check passed');
    await expectText(driver, 'Sign-ins');
    await driver.open(`${scene.baseUrl}/admin/reports`);
    await expectText(driver, 'IP addresses with the most failed sign-ins');
    await expectTrue(
      driver,
      `![...document.querySelectorAll('[role=alert]')].some((one) => one.getClientRects().length > 0 && one.innerText)`,
    );
  },
};
