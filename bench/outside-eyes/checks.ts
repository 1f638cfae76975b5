/// <reference lib="dom" />
import type { Page } from '@playwright/test';

/** What lies outside the page's width, or touches its edge though it can be pressed. */
export function beyondTheEdges(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const found: string[] = [];
    const overflow = document.documentElement.scrollWidth - width;
    if (overflow > 0) found.push(`the page is ${overflow} px wider than the screen`);
    for (const element of document.querySelectorAll<HTMLElement>(
      'a, button, input, select, textarea, summary, h1, h2, p',
    )) {
      const { left, right, height } = element.getBoundingClientRect();
      // Tables and tabs scroll in a frame of their own, toasts slide in, and what only screen readers read is clipped.
      if (height < 2 || !element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })) continue;
      if (
        element.closest('table, [role=tablist], .Toastify') ||
        getComputedStyle(element).clipPath !== 'none'
      )
        continue;
      const { borderLeftColor, borderLeftStyle, backgroundColor } = getComputedStyle(element);
      // A box that is seen as one.
      const isBox =
        !backgroundColor.endsWith(', 0)') ||
        (borderLeftStyle !== 'none' && !borderLeftColor.endsWith(', 0)'));
      const edge = isBox ? 4 : 0;
      if (left < edge || right > width - edge) {
        found.push(
          `${element.tagName} “${element.innerText.slice(0, 40)}” from ${Math.round(left)} to ${Math.round(right)} of ${width} px`,
        );
      }
    }
    return found;
  });
}

/** Buttons and fields that nothing marks as such where the colours are the user's: only borders and lines stay. */
export function withoutForm(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, input, select, textarea')]
      .filter((element) => element.checkVisibility({ checkVisibilityCSS: true }))
      .filter((element) => !element.matches('input[type=checkbox], input[type=radio], input[type=range]'))
      .filter((element) => element.getBoundingClientRect().height > 1)
      .filter((element) =>
        [element, element.parentElement ?? element].every((box) => {
          const { borderBottomWidth, borderLeftWidth, outlineStyle, textDecorationLine } =
            getComputedStyle(box);
          const hasBorder = borderBottomWidth !== '0px' || borderLeftWidth !== '0px';
          return !hasBorder && outlineStyle === 'none' && textDecorationLine === 'none';
        }),
      )
      .filter((element) => !element.querySelector('svg'))
      .map((element) => `without form: ${element.tagName} “${element.innerText.slice(0, 40)}”`),
  );
}

/** What still moves for longer than a moment although motion is to be reduced; the clock of a toast is unseen. */
export function motions(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    document
      .getAnimations()
      .filter(
        ({ effect, playState }) =>
          playState === 'running' && Number(effect?.getComputedTiming().endTime ?? 0) > 100,
      )
      .map(({ effect }) => (effect instanceof KeyframeEffect ? (effect.target?.className ?? '') : ''))
      .filter((name) => !name.includes('Toastify'))
      .map((name) => `moves: ${name}`),
  );
}

interface Stop {
  name: string;
  isVisible: boolean;
  hasFocusMark: boolean;
}

/** Tabs through the page: what cannot be reached, has no visible focus, or lies out of sight when it has it. */
export async function byKeyboard(page: Page): Promise<string[]> {
  const count = await page.evaluate(() => {
    window.scrollTo(0, 0);
    // Tab goes on from what had the focus last, which some screens take themselves.
    document.body.tabIndex = -1;
    document.body.focus();
    document.body.removeAttribute('tabindex');
    const names = new Set<string>();
    const all = document.querySelectorAll<HTMLElement>(
      'a[href], button:not([disabled]), input:not([disabled]), select:not([disabled]), textarea:not([disabled]), summary, [tabindex="0"]',
    );
    let number = 0;
    for (const element of all) {
      if (
        element.tabIndex < 0 ||
        element.closest('[inert]') ||
        !element.checkVisibility({ checkVisibilityCSS: true })
      )
        continue;
      if (element instanceof HTMLInputElement && element.type === 'radio') {
        // One of a group is a stop.
        if (names.has(element.name)) continue;
        names.add(element.name);
      }
      element.dataset['stop'] = String(number++);
    }
    return number;
  });
  const found: string[] = [];
  const reached = new Set<string>();
  let last = '';
  for (let tabs = 0; tabs < count * 2 + 10; tabs++) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate((): (Stop & { id: string }) | null => {
      const element = document.activeElement;
      if (!(element instanceof HTMLElement) || element === document.body) return null;
      const marks = [element, element.parentElement, element.closest('label')].flatMap((one) => {
        if (!one) return [];
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
        return [(outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1) || boxShadow !== 'none'];
      });
      const { top, bottom, left, right } = element.getBoundingClientRect();
      return {
        id: element.dataset['stop'] ?? '',
        name: `${element.tagName} “${(element.innerText || element.getAttribute('aria-label') || element.id).slice(0, 40)}”`,
        isVisible: bottom > 0 && top < window.innerHeight && right > 0 && left < window.innerWidth,
        // Within a field of dates the browser itself marks the part that has it.
        hasFocusMark: element.matches('input[type=date]') || marks.includes(true),
      };
    });
    if (!stop) break;
    // The parts of a date are stops of one field.
    if (reached.has(stop.id) && stop.id !== last) break;
    last = stop.id;
    reached.add(stop.id);
    if (!stop.isVisible) found.push(`focus out of sight: ${stop.name}`);
    if (!stop.hasFocusMark) found.push(`no visible focus: ${stop.name}`);
  }
  const missed = await page.evaluate(
    (ids) =>
      [...document.querySelectorAll<HTMLElement>('[data-stop]')]
        .filter(({ dataset }) => !ids.includes(dataset['stop'] ?? ''))
        .map((element) => `not reached: ${element.tagName} “${element.innerText.slice(0, 40)}”`),
    [...reached],
  );
  return [...found, ...missed];
}
